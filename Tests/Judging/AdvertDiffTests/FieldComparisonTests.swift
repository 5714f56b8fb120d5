import AdvertisingData
import TestSupport
import Testing

@testable import AdvertDiff

/// What a device sends differently, field by field.
@Suite struct FieldComparisonTests {
  private static func run(
    _ old: String, _ new: String, events: (old: UInt8, new: UInt8) = (0, 0), ignoring ignored: Set<DiffAspect> = []
  ) throws -> DiffRun {
    var sides = (old: Side(), new: Side())
    sides.old.hear(1, old, event: events.old)
    sides.new.hear(1, new, event: events.new)
    return try compare(sides.old, sides.new, ignoring: ignored)
  }

  @Test func nothing() throws {
    let run = try Self.run("020106 05ff59002122", "020106 05ff59002122")
    #expect(!run.differs && run.equalCount == 1 && run.devices.isEmpty)
  }

  /// Neighbouring octets are one range, from the start of the field.
  @Test(arguments: [("3122", [4..<5]), ("3132", [4..<6]), ("212233", [])])
  func changedOctets(data: String, octets: [Range<Int>]) throws {
    let (old, new) = ("020106 05ff59002122", "020106 0\(3 + data.utf8.count / 2)ff5900\(data)")
    let run = try Self.run(old, new)
    guard case .changed(let change) = run.sent.first, run.sent.count == 1 else {
      Issue.record("\(run.sent)")
      return
    }
    #expect(change.old.key == .manufacturerData(0x59, 0) && change.octets == octets)
    #expect(!(try Self.run(old, new, ignoring: [.data, .findings]).differs))
  }

  @Test func serviceAddedToAList() throws {
    let run = try Self.run("020106 03030f18", "020106 05030f180a18")
    guard case .added(let field) = run.sent.first, run.sent.count == 1 else {
      Issue.record("\(run.sent)")
      return
    }
    #expect(field.key == .service(BluetoothUUID(0x180A)) && field.offset == 7 && field.length == 2)
    #expect(field.listType == .completeServiceUUIDs16)
  }

  @Test func otherKindOfAdvertising() throws {
    let run = try Self.run("020106", "020106", events: (0, 3))
    #expect(run.sent == [.pdu(old: .advInd, new: .advNonconnInd)])
  }

  @Test func otherOrder() throws {
    let run = try Self.run("020106 020a04", "020a04 020106")
    guard case .order(let old, let new) = run.sent.first, run.sent.count == 1 else {
      Issue.record("\(run.sent)")
      return
    }
    #expect(old.map(\.key) == [.other(.flags, 0), .other(.txPowerLevel, 0)])
    #expect(new.map(\.key) == old.map(\.key).reversed())
  }

  /// A field in the other block has moved: it is neither gone nor added.
  @Test func moved() throws {
    var (old, new) = (Side(), Side())
    old.hear(1, "020106 03030f18")
    old.hear(1, "020a04", event: 4)
    new.hear(1, "020106")
    new.hear(1, "020a04 03030f18", event: 4)
    let run = try compare(old, new)
    guard case .moved(let from, let to) = run.sent.first, run.sent.count == 1 else {
      Issue.record("\(run.sent)")
      return
    }
    #expect(from.block == .advertising && from.offset == 5 && to.block == .scanResponse && to.offset == 5)
  }

  /// A counter that goes on is no difference. In data of two octets, what changes beside it may be its high octet.
  @Test(arguments: [("21", 5..<6), ("22", 4..<6)]) func counter(constant: String, varying: Range<Int>) throws {
    var (old, new) = (Side(), Side())
    for number in 10..<20 {
      old.hear(1, "020106 05ff5900 21 \(number)")
      new.hear(1, "020106 05ff5900 \(constant) \(number + 40)")
    }
    let run = try compare(old, new)
    #expect(run.sent.isEmpty && !run.differs)
    #expect(run.devices.first?.varying.map(\.octets) == [[varying]])
    #expect(run.devices.first?.varying.map(\.distinct) == [[10, 10]])
  }

  /// A constant octet that is another one is a difference, also in data with a counter.
  @Test func constantBesideACounter() throws {
    var (old, new) = (Side(), Side())
    for number in 10..<20 {
      old.hear(1, "020106 08ff5900 21 aabb \(number) cc")
      new.hear(1, "020106 08ff5900 22 aabb \(number + 40) cc")
    }
    let run = try compare(old, new)
    #expect(run.differs && run.sent.map(\.aspect) == [.data])
  }

  /// Values of several lengths are compared in the length that both sides have, also when each side sends another more
  /// often, and the octets that differ are within the shown values.
  @Test(arguments: [(1, 3), (3, 1), (2, 2)]) func severalLengths(often: Int, seldom: Int) throws {
    let long = "020106 08ff5900 31 32 33 34 35"
    let short = "020106 05ff5900 21 22"
    var (old, new) = (Side(), Side())
    old.hear(1, long, times: often)
    old.hear(1, short, times: seldom)
    new.hear(1, "020106 08ff5900 31 32 33 34 45", times: seldom)
    new.hear(1, "020106 04ff5900 21", times: often)
    for (one, other) in [(old, new), (new, old)] {
      let run = try compare(one, other)
      let changes = run.sent.compactMap { if case .changed(let change) = $0 { change } else { nil } }
      #expect(changes.map(\.octets) == [[8..<9]])
      for change in changes {
        #expect(change.octets.allSatisfy { $0.upperBound <= min(change.old.octets.count, change.new.octets.count) })
        #expect(Set([change.old.octets.last, change.new.octets.last]) == [0x35, 0x45])
      }
    }
  }

  /// A listed service is as long as its UUID, also when the value that is shown is not the one sent most often.
  @Test func listedServiceOfSeveralWidths() throws {
    var (old, new) = (Side(), Side())
    old.hear(1, "020106 1107fb349b5f80000080001000000f180000", times: 3)
    old.hear(1, "020106 03030f18")
    new.hear(1, "020106 03020f18")
    let run = try compare(old, new)
    guard case .changed(let change) = run.sent.first, run.sent.count == 1 else {
      Issue.record("\(run.sent)")
      return
    }
    #expect(change.old.key == .service(BluetoothUUID(0x180F)) && change.octets == [0..<1])
    #expect([change.old, change.new].map(\.length) == [2, 2] && [change.old, change.new].map(\.offset) == [5, 5])
  }

  /// No scan response on one side proves nothing, unless others answered there.
  @Test func scanResponseNotReceived() throws {
    var (old, new) = (Side(), Side())
    old.hear(1, "020106", times: 10)
    old.hear(1, "03030f18", event: 4)
    new.hear(1, "020106", times: 10)
    let silent = try compare(old, new)
    #expect(!silent.differs && silent.devices.map(\.gaps) == [[.scanResponseNotObserved(isOld: false)]])
    new.hear(2, "020106")
    new.hear(2, "020a04", event: 4)
    let run = try compare(old, new, ignoring: [.devices])
    #expect(run.sent == [.scanResponses(old: 1, new: 0)])
  }

  @Test(arguments: [(Int8(-75), 0), (-85, 1)]) func strength(rssi: Int8, differences: Int) throws {
    var (old, new) = (Side(), Side())
    old.hear(1, "020106", rssi: -60, times: 3)
    new.hear(1, "020106", rssi: rssi, times: 3)
    let run = try compare(old, new)
    #expect(run.sent.map(\.aspect) == Array(repeating: .rssi, count: differences))
    #expect(!(try compare(old, new, ignoring: [.rssi]).differs))
  }
}
