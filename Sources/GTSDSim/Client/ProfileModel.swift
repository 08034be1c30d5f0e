import GTSDModel

/// The Profile tab's own state.
struct ProfileModel {
  var preferences = DietPreferences()
  var held = Held()
  var streak = Held()
}
