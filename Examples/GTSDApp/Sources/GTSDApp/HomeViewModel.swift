import Observation

/// The Home tab: today's tasks, and the card that asks for an acknowledgment.
@MainActor @Observable package final class HomeViewModel {
  package private(set) var tasks: Tasks?
  package private(set) var isLoading = false
  package private(set) var errorMessage: String?
  package let metrics: MetricsModel

  /// Whether the card is shown.
  package var showsCard: Bool { metrics.needsAcknowledgment }

  private let client: APIClient
  private let repairs: Repairs
  private var loads = 0
  package private(set) var loadsUnderWay = 0

  package init(client: APIClient, metrics: MetricsModel, repairs: Repairs = .all) {
    (self.client, self.metrics, self.repairs) = (client, metrics, repairs)
  }

  /// Loads the tab when it appears and when it is pulled.
  package func load() async {
    loads += 1
    let load = loads
    loadsUnderWay += 1
    isLoading = true
    errorMessage = nil
    do {
      async let told: Tasks = client.get("/v1/tasks/today")
      async let checked: Void = metrics.check()
      let (tasks, _) = try await (told, checked)
      if !repairs.contains(.latestLoadWins) || load == loads { self.tasks = tasks }
    } catch {
      let isSilent = repairs.contains(.cancellationIsNoError) && isCancellation(error)
      if !isSilent, load == loads { errorMessage = "The day could not be loaded." }
    }
    loadsUnderWay -= 1
    if !repairs.contains(.loadsAreCounted) || loadsUnderWay == 0 { isLoading = false }
  }

  /// Completes a task.
  package func complete(task: Int) async {
    do {
      try await client.post("/v1/evidence", ["taskId": task])
      await load()
    } catch {
      errorMessage = "The task could not be completed."
    }
  }

  /// Signs out.
  package func logOut() async {
    tasks = nil
    errorMessage = nil
    metrics.forget()
    if repairs.contains(.forgetsAtLogOut) { loads += 1 }
    await client.logOut()
  }
}
