package import GTSDFields

/// The tables of personas: their fields, with meanings and the sources of defaults.
enum PersonaTable {
  static let persona = ObjectSpec<Persona>(
    what: "persona", template: Persona(name: ""),
    fields: [
      Field("name", \.name, .name, "Name of this kind of people, unique in the scenario.", required: true),
      Field(
        "weight", \.weight, .weight, "The weight of this kind: its share of users is this over the sum of all weights."),
      Field("decisions", \.decisions, decisions, "Probabilities of decisions, each taken when the occasion arises."),
      Field("timings", \.timings, timings, "The times that these people take."),
      Field("body", \.body, body, "Who these people are: the inputs of the formulas."),
      Field("habit", \.habit, habit, "How often these people come back."),
    ])

  static let decisions = ObjectSpec<Decisions>(
    what: "decisions", template: Decisions(), source: assumption,
    fields: [
      // MARK: Onboarding
      Field(
        "skipOnboarding", \.skipOnboarding, .probability,
        "Probability that the person skips onboarding when it is offered, of those who do not leave it."),
      Field(
        "abandonOnboarding", \.abandonOnboarding, .probability,
        "Probability that the person leaves onboarding without completing or skipping."),
      Field(
        "doubleTapComplete", \.doubleTapComplete, .probability,
        "Probability that the person taps Complete or Skip twice."),
      Field(
        "completeAfterAbandon", \.completeAfterAbandon, .probability,
        "Probability that the person completes onboarding when a later session offers it again."),
      // MARK: Summary after onboarding
      Field(
        "readSummaryToEnd", \.readSummaryToEnd, .probability,
        "Probability that the person scrolls the summary to its end.", source: equalsTarget),
      Field(
        "expandSummary", \.expandSummary, .probability,
        "Probability that the person expands at least one section of the summary.", source: equalsTarget),
      Field(
        "exitSummaryByButton", \.exitSummaryByButton, .probability,
        "Probability that the person leaves the summary by its primary button.", source: equalsTarget),
      Field(
        "exitSummaryBySwipe", \.exitSummaryBySwipe, .probability,
        "Probability that the person swipes it away rather than closing it, of those who do not use the button."),
      Field(
        "continueAfterWait", \.continueAfterWait, .probability,
        "Probability that the person continues when the summary is still loading after 10 s, rather than wait on."),
      // MARK: Card on Home
      Field("followCard", \.followCard, .probability, "Probability that the person follows the card when it is seen."),
      Field(
        "dismissCard", \.dismissCard, .probability,
        "Probability that the person dismisses the card when it is seen, of those who do not follow it."),
      Field(
        "goToPlansDirectly", \.goToPlansDirectly, .probability,
        "Probability that the person opens Plans in a session without having followed the card."),
      Field(
        "acknowledge", \.acknowledge, .probability,
        "Probability that the person acknowledges when the acknowledgment screen is shown."),
      Field(
        "doubleTapAcknowledge", \.doubleTapAcknowledge, .probability,
        "Probability that the person taps Acknowledge twice."),
      Field(
        "retryAfterError", \.retryAfterError, .probability,
        "Probability that the person retries after a visible error."),
      Field(
        "refreshPlan", \.refreshPlan, .probability,
        "Probability that the person refreshes the plan by toolbar or pull when it is shown."),
      // MARK: Zero state
      Field(
        "completeProfile", \.completeProfile, .probability,
        "Probability that the person follows the zero-state card when it is seen.", source: equalsTarget),
      Field(
        "maybeLater", \.maybeLater, .probability,
        "Probability that the person taps Maybe later, of those who do not follow it."),
      Field(
        "finishProfile", \.finishProfile, .probability,
        "Probability that the person finishes the profile that the zero-state card opened."),
      // MARK: Moving about
      Field(
        "pullToRefresh", \.pullToRefresh, .probability,
        "Probability that the person pulls Home to refresh in a session."),
      Field(
        "pullDuringLoad", \.pullDuringLoad, .probability,
        "Probability that the person pulls while the first load still runs, of those who pull."),
      Field("visitTasks", \.visitTasks, .probability, "Probability that the person opens Tasks in a session."),
      Field("visitStreaks", \.visitStreaks, .probability, "Probability that the person opens Streaks in a session."),
      Field("visitProfile", \.visitProfile, .probability, "Probability that the person opens Profile in a session."),
      Field(
        "pullElsewhere", \.pullElsewhere, .probability,
        "Probability that the person pulls Tasks, Streaks or Profile to refresh, in a visit to the tab."),
      Field(
        "tabBurst", \.tabBurst, .probability,
        "Probability that the person switches tabs in a fast burst once in a session."),
      Field(
        "background", \.background, .probability,
        "Probability that the person sends the app to the background during a session."),
      Field(
        "switchAccount", \.switchAccount, .probability,
        "Probability that the person logs out and lets another account of the household in, in a session."),
      Field(
        "useSecondDevice", \.useSecondDevice, .probability,
        "Probability that the person owns a second device and uses it in the same session."),
      // MARK: Profile and preferences
      Field(
        "editPreferences", \.editPreferences, .probability,
        "Probability that the person edits preferences in a session."),
      Field(
        "clearPreferences", \.clearPreferences, .probability,
        "Probability that the person clears all lists in such an edit, rather than add one."),
      Field(
        "editOtherFields", \.editOtherFields, .probability,
        "Probability that an edit changes allergies, meals a day or the name, alone or beside the diets; or, in place of weight or goal, the height, a date or a weight in pounds. One in ten of these numbers and dates is mistyped, and the server refuses it."
      ),
      Field(
        "editProfile", \.editProfile, .probability,
        "Probability that the person edits weight or goal in a session."),
      Field(
        "typeDuringSave", \.typeDuringSave, .probability,
        "Probability that the person continues typing while a save runs."),
      Field(
        "lookAgain", \.lookAgain, .probability,
        "Probability that the person returns to photos or a form left while they were sent, and stays after removing a failed photo."
      ),
      Field(
        "correctAnswers", \.correctAnswers, .probability,
        "Probability that the person goes back from a step of onboarding, once, and corrects the step before."),
      Field(
        "leaveOpen", \.leaveOpen, .probability,
        "Probability that the person leaves the app in the background at the end of a session, or for a moment with a filled form."
      ),
      Field(
        "deleteHealthData", \.deleteHealthData, .probability,
        "Probability that the person deletes height and weight in a session."),
      Field(
        "exportData", \.exportData, .probability,
        "Probability that the person requests all stored data in a session."),
      Field(
        "deleteAccount", \.deleteAccount, .probability,
        "Probability that the person deletes the account in a session, and may sign up again in a later one, twice at most."
      ),
      // MARK: Tasks
      Field(
        "completeTask", \.completeTask, .probability,
        "Probability that the person hands in evidence for a task in a session, which completes it."),
      Field(
        "filterTasks", \.filterTasks, .probability,
        "Probability that the person shows the tasks of one category before that."),
      // MARK: Photos
      Field("uploadPhotos", \.uploadPhotos, .probability, "Probability that the person uploads photos in a session."),
      Field("retryPhoto", \.retryPhoto, .probability, "Probability that the person retries failed photos."),
      Field(
        "addDuringUpload", \.addDuringUpload, .probability,
        "Probability that the person adds photos while an upload runs."),
      Field(
        "invalidPhoto", \.invalidPhoto, .probability,
        "Probability that the person picks a file that is too large, too wide or no image, for each photo."),
      Field(
        "deletePhoto", \.deletePhoto, .probability,
        "Probability that the person deletes one of the photos that are shown after an upload."),
      // MARK: Afterwards
      Field(
        "complain", \.complain, .probability,
        "Probability that the person complains or opens a ticket at a visible error or violation, for each."),
      Field(
        "photoCountWeights", \.photoCountWeights,
        .weights(of: ["one photo", "two", "three", "four", "five"], further: ["six", "seven"]),
        "Weights of picking one to seven photos at once, of which the app takes five."),
      Field(
        "burstSwitches", \.burstSwitches, .int(3...100),
        "The greatest number of switches in a burst; the smallest is 3."),
    ])

  static let timings = ObjectSpec<Timings>(
    what: "timings", template: Timings(), source: assumption,
    fields: [
      Field("thinkOnLaunch", \.thinkOnLaunch, .timing, "Time from launch to the first action."),
      Field("fillOnboarding", \.fillOnboarding, .timing, "Time filling the onboarding form."),
      Field("summaryDwell", \.summaryDwell, .timing, "Time looking at the summary.", source: withinTarget),
      Field("firstLookAtHome", \.firstLookAtHome, .timing, "Time from Home being shown to the first interaction."),
      Field("considerCard", \.considerCard, .timing, "Time from seeing the card to deciding."),
      Field("readMetrics", \.readMetrics, .timing, "Time reading the acknowledgment screen before deciding."),
      Field("doubleTapGap", \.doubleTapGap, .timing, "Time between the taps of a double tap."),
      Field("tabDwell", \.tabDwell, .timing, "Time on a tab before moving on."),
      Field("burstGap", \.burstGap, .timing, "Time between switches of a burst."),
      Field("editForm", \.editForm, .timing, "Time editing a form before saving."),
      Field("pickPhotos", \.pickPhotos, .timing, "Time picking photos."),
      Field("patience", \.patience, .timing, "Time waiting for a spinner before giving up."),
      Field("backgroundStay", \.backgroundStay, .timing, "Time in the background before coming back."),
      Field(
        "sessionGap", \.sessionGap, .timing, "Time between the end of a session and the next start on the same day."),
    ])

  static let body = ObjectSpec<BodyMix>(
    what: "body", template: BodyMix(), source: assumption,
    fields: [
      Field("weight", \.weight, .amount, "Weight, kilograms."),
      Field("height", \.height, .amount, "Height, centimetres."),
      Field("age", \.age, .amount, "Age, years."),
      Field("genderWeights", \.genderWeights, .weights(of: ["male", "female", "other"]), "Weights of the genders."),
      Field(
        "goalWeights", \.goalWeights, .weights(of: ["lose weight", "gain muscle", "maintain", "improve health"]),
        "Weights of the goals."),
    ])

  static let habit = ObjectSpec<Habit>(
    what: "habit", template: Habit(), source: assumption,
    fields: [
      Field(
        "returnNextDay", \.returnNextDay, .probability,
        "Probability that the person uses the app at all on a later day; the day's sessions follow sessionGap."),
      Field(
        "returnSameDay", \.returnSameDay, .probability,
        "Probability that a person who used the app on a day comes back later the same day, after each session."),
      Field(
        "dailyDecay", \.dailyDecay, .number(0...1),
        "Factor applied to returnNextDay for every day since signup, 0 to 1."),
    ])
}

/// The source of a default that nothing supports.
let assumption = "assumption, no source"
/// The source of a default that equals a target of the specifications. Results then only reproduce the target; they do
/// not confirm that people behave so.
let equalsTarget = "equals a target, no source"
/// The source of a default inside the range that the specifications want.
let withinTarget = "within a target's range, no source"

extension Persona {
  /// The persona with every value written out, defaults included.
  package var resolved: JSONNode { PersonaTable.persona.value.write(self) }
}
