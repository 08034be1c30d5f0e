/// The meanings of invariants, for readers who do not read code.
enum Glossary {
  /// The effect of a broken invariant that a user of the app sees; nil for an unknown invariant.
  static func meaning(of invariant: String) -> String? {
    meanings[invariant]
  }

  private static let meanings: [String: String] = [
    "I-AGREE": "The app and the server disagree on whether the newest metrics still need acknowledging.",
    "I-VIEWS": "Home and Plans disagree on whether the metrics still need acknowledging.",
    "I-MONO": "An older reply replaced newer state that the app already showed.",
    "I-ONCE": "One tap took effect more than once.",
    "I-TARGET": "The acknowledgment was recorded for other metrics than those on the screen.",
    "I-GATE": "A plan was requested or made although the newest metrics were not acknowledged.",
    "I-DISMISS": "A dismissed card came back in the same session, or stayed away in the next.",
    "I-PREC": "The profile card and the metrics card were on the screen together.",
    "I-LIVE": "A loading indicator kept turning with nothing to wait for, or was missing.",
    "I-ERR": "An error was shown that belongs to no current failure, or a real one was hidden.",
    "I-ROUND": "What the user saved is not what the app shows afterwards.",
    "I-LOST": "A save silently discarded a change made elsewhere.",
    "I-PHOTO": "A photo was stored twice, or not at all, while the app says otherwise.",
    "I-USER": "One user's data were shown or sent under another user's account.",
    "I-FRESH": "The targets on the screen are not the ones that the server holds.",
    "I-TOKEN": "The session was renewed more than once, or ended although it was valid.",
    "I-WEEK": "A user has more than one active plan for the same week.",
    "I-COMMIT": "The server carried out a request, and the app never came to know.",
  ]
}
