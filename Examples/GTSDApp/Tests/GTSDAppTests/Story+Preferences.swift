import GTSDApp
import GTSDExplore

extension Story {
  static let preferences = [
    Story(
      hazard: "profile-reload-clobbers-edits", repair: .keepsTyping, finding: "what was typed is gone"
    ) { world, repairs in
      let client = try await Person(world.backend(.correct), preferences: ["vegan"]).client(world, repairs: repairs)
      let form = await PreferencesViewModel(client: client, repairs: repairs)
      world.watch(form, as: "form")
      await form.load()
      await form.add("kosher")
      async let save: Void = form.save()
      try await Task.sleep(for: .milliseconds(60))
      await form.add("halal")
      await save
      let isThere = await form.preferences.dietaryPreferences.contains("halal")
      world.expect(isThere, "what was typed is gone from the form")
    },
    Story(
      hazard: "prefs-empty-load-overwrite", repair: .loadsBeforeSaving, finding: "I-LOST: update-preferences of"
    ) { world, repairs in
      _ = try await Person(world.backend(.correct), preferences: ["vegan"])
      // The same person on another phone.
      let client = Person.stranger(world, repairs: repairs)
      try await client.logIn(email: Person.email, password: Person.password)
      let form = await PreferencesViewModel(client: client, repairs: repairs)
      world.watch(form, as: "form")
      async let load: Void = form.load()
      async let edit: Void = {
        await form.add("paleo")
        await form.save()
      }()
      _ = await (load, edit)
    },
  ]
}
