internal import Dispatch

/// Lets a sink work on a thread of its own while the capture is read on. What the sink receives, and in which order, is
/// the same as without.
///
/// Only repeats of what came before are left to the thread, and only when there are many in a row; anything else waits
/// until it has caught up. A capture that never repeats itself, or is small, is read as if this were not there.
public struct ConcurrentSink<Base: AdvertisingSink & Sendable>: AdvertisingSink {
  private let worker: Worker
  /// Repeats that the thread was not given yet, and what they repeat.
  private var waiting: [RepeatedReport] = []
  private var memory: PacketMemory?

  /// As many as are worth waking a thread for.
  private static var enough: Int { 4096 }

  public init(_ base: Base) {
    worker = Worker(base)
  }

  /// The sink, once it has received everything.
  public var base: Base {
    mutating get {
      catchUp()
      return worker.base
    }
  }

  public mutating func startCapture(member: String?) {
    catchUp()
    worker.base.startCapture(member: member)
  }

  public mutating func receive(_ report: borrowing AdvertisingReport) {
    catchUp()
    worker.base.receive(report)
  }

  public mutating func receive(_ change: ScanModeChange) {
    catchUp()
    worker.base.receive(change)
  }

  public mutating func receive(_ layout: HostLayout) {
    catchUp()
    worker.base.receive(layout)
  }

  public mutating func receive(_ repeats: borrowing RepeatedReports) {
    let differences = repeats.differences
    waiting.append(addingCapacity: differences.count) { added in
      for position in differences.indices { added.append(differences[position]) }
    }
    memory = repeats.memory
    guard waiting.count >= Self.enough else { return }
    worker.add(waiting, of: repeats.memory)
    waiting = []
    waiting.reserveCapacity(Self.enough + differences.count)
  }

  /// Returns when the sink has received all there was.
  private mutating func catchUp() {
    worker.finish()
    guard let memory, !waiting.isEmpty else { return }
    worker.base.receive(RepeatedReports(waiting.span, of: memory))
    waiting.removeAll(keepingCapacity: true)
    // What it repeats is about to change: a copy kept here would have to be copied first.
    self.memory = nil
  }

  /// Has the sink. Its thread and the caller use it in turns: whenever the caller does, the queue is empty.
  private final class Worker: @unchecked Sendable {
    var base: Base
    private let queue = DispatchQueue(label: "advert.sink")
    /// Bounds the memory that repeats wait in when the sink is slower than the reading.
    private let room = DispatchSemaphore(value: 4)
    /// Whether the queue may not be empty; used by the caller only.
    private var isBusy = false

    init(_ base: Base) {
      self.base = base
    }

    func add(_ repeats: [RepeatedReport], of memory: PacketMemory) {
      room.wait()
      isBusy = true
      queue.async {
        self.base.receive(RepeatedReports(repeats.span, of: memory))
        self.room.signal()
      }
    }

    func finish() {
      guard isBusy else { return }
      queue.sync {}
      isBusy = false
    }
  }
}
