import CInterpose
import Interleaving

/// The tasks of a world, and their origins for reports.
extension CapturedWorld {
  /// The number of a job's task. A task that is seen for the first time becomes a child of the running task.
  func number(of job: UnownedJob) -> UInt32 {
    let name = capture_task_id(Runtime.address(of: job))
    if name != 0, let number = numbers[name] { return number }
    let number = scheduler.newTask(below: scheduler.runningTask)
    if record.isRecording, name != 0 { noteOrigin(of: number) }
    if record.isRecording, name == 0 { record.origins[number] = TaskOrigin(owner: currentTask) }
    if name != 0 {
      numbers[name] = number
      Self.outside { made(name) }
    }
    return number
  }

  /// The number of the task that the running code belongs to. In an immediate task, it differs from the job's task.
  private var currentTask: UInt32 {
    capture_current_task().flatMap { numbers[capture_task_id($0)] } ?? scheduler.runningTask
  }

  /// Records that a task of this world was created. Its jobs run in no other world.
  func made(_ task: UInt64) { ForeignJobs.add(task, of: heartbeat.search) }

  /// Records that the code created a task. An immediate one already runs before it has a job.
  func created(_ task: UInt64, _ name: String?) {
    made(task)
    if numbers[task] == nil {
      let number = scheduler.newTask(below: scheduler.runningTask)
      numbers[task] = number
      if record.isRecording { noteOrigin(of: number) }
    }
    if let name { named(task, name) }
  }

  /// Records the name that the code gave a task.
  private func named(_ task: UInt64, _ name: String) {
    guard record.isRecording, let number = numbers[task] else { return }
    record.origins[number, default: TaskOrigin()].name = name
  }

  /// Records the place at which a task is created: the running function.
  func noteOrigin(of task: UInt32, isWork: Bool = false) {
    record.origins[task] = Self.outside { TaskOrigin(place: origin ?? .ofCaller(), isWork: isWork) }
  }
}
