/// A purpose of a person's draws other than decisions and pauses.
///
/// The raw value keys the draw: append only, never renumber. Traits have 121 to 199.
package enum PersonTrait: UInt32, CaseIterable, Sendable {
  // Drawn once per person.
  case persona = 121
  case arm = 122
  case arrival = 123
  case bodyWeight = 124
  case height = 125
  case age = 126
  case gender = 127
  case goal = 128
  case targetWeight = 129
  case activity = 130
  case onboardingDiet = 131
  case onboardingAllergy = 132
  // Drawn once per day.
  case timeOfDay = 133
  // Drawn whenever they are needed.
  case errandOrder = 134
  case summarySection = 135
  case scrollDepth = 136
  case burstLength = 137
  case burstTab = 138
  case photoCount = 139
  case photoSize = 140
  case photoFlaw = 141
  case task = 142
  case addedPreference = 143
  case editedField = 144
  case editedWeight = 145
  case editedGoal = 146
  case secondDeviceErrand = 147
  /// Whether the person taps refresh on the acknowledgment screen, with the probability of `refreshPlan`.
  case refreshUnacknowledged = 148
  case refreshGesture = 149
  // Drawn once per person, if people have a memory.
  case oneVisit = 150
  case engagement = 151
  case thoroughness = 152
  case formAversion = 153
  case patience = 154
  case commonTrait = 155
  case bedtime = 156
  // Drawn once per person, if there are reminders: whether notifications are allowed, and, by its number, whether each
  // reminder is followed.
  case notifications = 157
  case reminderAnswer = 158
  // Drawn once per person, if there are time zones.
  case timeZone = 159
  // Drawn whenever they are needed, if people have a memory.
  case reaction = 160
  case summaryPause = 161
  case summaryCollapse = 162
  // Drawn whenever they are needed, if people complete tasks and delete photos.
  case completedTask = 163
  case deletedPhoto = 164
  // Drawn at an edit of other fields than the diets.
  case editedPart = 165
  case editedAllergy = 166
  case editedMeals = 167
  case editedName = 168
  /// The step at which a person leaves onboarding.
  case leftStep = 169
  // Drawn for each photo that is picked beside another.
  case photoCopy = 170
  // Drawn at an edit of other fields than the diets.
  case mistyped = 171
}
