import GTSDFields

extension GenerationTable {
  static let tasks = ObjectSpec<Generation.Tasks>(
    what: "switches of tasks", template: Generation.correct.tasks, statesDefaults: false,
    fields: [
      Field(
        "filter", \.filter, .choice(),
        "The replies that fill the list after a category was chosen: any, or only those for it.", side: .client),
      Field(
        "streak", \.streak, .choice(),
        "Whether the streak counts a day once, or once for each task whose service began before another counted.",
        side: .backend),
      Field(
        "cache", \.cache, .choice(),
        "Whether reads of tasks and streak come from a cache: never, or for 60 s and 300 s, of which completing a "
          + "task clears the tasks' only.",
        side: .backend),
    ])

  static let form = ObjectSpec<Generation.Form>(
    what: "switches of form", template: Generation.correct.form, statesDefaults: false,
    fields: [
      Field("name", \.name, .choice(), "Whether a typed name is sent, or dropped from the request.", side: .client),
      Field(
        "height", \.height, .choice(),
        "The height in the form: in whole centimetres, where the difference counts as a change, or as stored.",
        side: .client),
      Field(
        "weight", \.weight, .choice(), "Whether a weight within 0.1 kg of the stored one counts as unchanged.",
        side: .client),
      Field(
        "gender", \.gender, .choice(),
        "A stored gender outside of the form's list: becomes prefer not to say, which counts as a change, or stays.",
        side: .client),
      Field(
        "dates", \.dates, .choice(),
        "Whether edits of dates are detected, or stored dates cannot be read and count as unchanged.", side: .client),
    ])
}
