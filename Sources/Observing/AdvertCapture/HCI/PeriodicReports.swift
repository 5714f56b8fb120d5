internal import AdvertReading
import AdvertisingData

/// The data of periodic trains (Core Vol 4 Part E 7.7.65.14 to 7.7.65.16). Follows the synchronisations, which give the
/// advertiser of each sync handle, and joins the fragments in which a controller reports one packet.
struct PeriodicReports {
  /// The most trains, above those that any controller follows at a time. Beyond the limit the oldest is forgotten.
  private static let maximumTrains = 64
  /// The longest possible periodic advertising data (Core Vol 4 Part E 7.8.62).
  private static let longestData = AdvertisingPDU.extendedNonconnectable.payloadLimit

  private var trains: [Train] = []

  /// A train by its sync handle. Address and set are unknown when the synchronisation came before the capture began.
  private struct Train {
    let adapter: UInt16
    let syncHandle: UInt16
    let address: DeviceAddress
    let advertisingSID: UInt8?
    var unfinished: Unfinished?
  }

  /// The first fragments of a packet.
  private struct Unfinished {
    let fileOffset: Int
    var record: Int
    var time: Timestamp?
    var rssi: Int8?
    var data: [UInt8]
  }

  /// The fields that both versions of the report event have.
  private struct Piece {
    let syncHandle: UInt16
    let rssi: Int8?
    let status: DataStatus
    let data: Range<Int>
  }

  /// Notes a Periodic Advertising Sync Established event of either version: subevent, status, sync handle, SID, address
  /// type, address, and fields that are ignored.
  mutating func noteSync(
    _ parameters: Span<UInt8>, of packet: borrowing HCIPacket, into sink: inout BatchingSink, problems: inout ProblemLog
  ) {
    guard parameters.count >= 12 else {
      noteCutShort(parameters, of: packet, expected: "a sync of at least 12 bytes", problems: &problems)
      return
    }
    guard parameters[1] == 0 else { return }
    guard let type = DeviceAddress.AddressType(rawValue: parameters[5]),
      let address = DeviceAddress(littleEndian: parameters, at: 6, type: type)
    else {
      problems.note(
        .reportInvalid, fileOffset: packet.fileOffset + 2 + 5, record: packet.record,
        expected: "address type 0 to 3", found: "\(parameters[5])")
      return
    }
    let handle = parameters.littleEndian16(at: 2)
    end(handle, adapter: packet.adapter, into: &sink, problems: &problems)
    let sid = parameters[4]
    add(
      Train(
        adapter: packet.adapter, syncHandle: handle,
        address: type == .anonymous ? DeviceAddress.anonymous : address,
        advertisingSID: sid <= 15 ? sid : nil),
      into: &sink, problems: &problems)
  }

  /// Notes a Periodic Advertising Sync Lost event: subevent, sync handle.
  mutating func noteLoss(
    _ parameters: Span<UInt8>, of packet: borrowing HCIPacket, into sink: inout BatchingSink, problems: inout ProblemLog
  ) {
    guard parameters.count >= 3 else { return }
    end(parameters.littleEndian16(at: 1), adapter: packet.adapter, into: &sink, problems: &problems)
  }

  /// Dissects a Periodic Advertising Report event. `parameters` starts with the subevent code.
  mutating func dissect(
    _ parameters: Span<UInt8>, of packet: borrowing HCIPacket, into sink: inout BatchingSink, problems: inout ProblemLog
  ) {
    // Subevent, sync handle, power, RSSI and CTE type; in version 2 then event counter and subevent of the train;
    // status, length, data.
    let statusOffset = parameters[0] == 0x25 ? 9 : 6
    guard parameters.count >= statusOffset + 2,
      parameters.count >= statusOffset + 2 + Int(parameters[statusOffset + 1])
    else {
      noteCutShort(parameters, of: packet, expected: "a whole periodic report", problems: &problems)
      return
    }
    // Version 2 also reports that nothing was received.
    guard parameters[statusOffset] != 0xFF else { return }
    let start = statusOffset + 2
    let piece = Piece(
      syncHandle: parameters.littleEndian16(at: 1), rssi: parameters.rssi(at: 4),
      status: DataStatus(periodic: parameters[statusOffset]), data: start..<start + Int(parameters[start - 1]))
    add(piece, parameters.extracting(piece.data), of: packet, into: &sink, problems: &problems)
  }

  /// Delivers all pending data as incomplete.
  mutating func flushAll(into sink: inout BatchingSink, problems: inout ProblemLog) {
    for train in trains {
      deliver(train, isComplete: false, into: &sink, problems: &problems)
    }
    trains = []
  }

  private mutating func add(
    _ piece: Piece, _ data: Span<UInt8>, of packet: borrowing HCIPacket, into sink: inout BatchingSink,
    problems: inout ProblemLog
  ) {
    let index = index(of: piece.syncHandle, adapter: packet.adapter, into: &sink, problems: &problems)
    let fileOffset = packet.fileOffset + 2 + piece.data.lowerBound
    if trains[index].unfinished == nil, piece.status == .complete {
      sink.receive(
        AdvertisingReport(
          source: .report, kind: PDUKind(.auxSyncInd, nil), address: trains[index].address, adapter: packet.adapter,
          advertisingSID: trains[index].advertisingSID, rssi: piece.rssi, time: packet.time, record: packet.record,
          dataFileOffset: fileOffset, isComplete: true, data: data))
      return
    }
    var unfinished = trains[index].unfinished.take() ?? Unfinished(fileOffset: fileOffset, record: 0, data: [])
    unfinished.record = packet.record
    unfinished.time = packet.time
    unfinished.rssi = piece.rssi ?? unfinished.rssi
    for octet in data.indices {
      unfinished.data.append(data[octet])
    }
    let isTooLong = unfinished.data.count > Self.longestData
    trains[index].unfinished = unfinished
    if piece.status != .moreToCome || isTooLong {
      deliver(trains[index], isComplete: piece.status == .complete && !isTooLong, into: &sink, problems: &problems)
      trains[index].unfinished = nil
    }
  }

  private mutating func index(
    of handle: UInt16, adapter: UInt16, into sink: inout BatchingSink, problems: inout ProblemLog
  ) -> Int {
    if let index = trains.firstIndex(where: { $0.syncHandle == handle && $0.adapter == adapter }) { return index }
    let unknown = DeviceAddress.unknown
    add(
      Train(adapter: adapter, syncHandle: handle, address: unknown, advertisingSID: nil), into: &sink,
      problems: &problems)
    return trains.count - 1
  }

  private mutating func add(
    _ train: Train, into sink: inout BatchingSink, problems: inout ProblemLog
  ) {
    if trains.count == Self.maximumTrains {
      deliver(trains.removeFirst(), isComplete: false, into: &sink, problems: &problems)
    }
    trains.append(train)
  }

  private mutating func end(
    _ handle: UInt16, adapter: UInt16, into sink: inout BatchingSink, problems: inout ProblemLog
  ) {
    guard let index = trains.firstIndex(where: { $0.syncHandle == handle && $0.adapter == adapter }) else { return }
    deliver(trains.remove(at: index), isComplete: false, into: &sink, problems: &problems)
  }

  private func deliver(
    _ train: Train, isComplete: Bool, into sink: inout BatchingSink, problems: inout ProblemLog
  ) {
    guard let unfinished = train.unfinished else { return }
    if !isComplete {
      problems.note(
        .advertisementIncomplete, fileOffset: unfinished.fileOffset, record: unfinished.record,
        expected: "the rest of periodic advertising data", found: "the first \(unfinished.data.count) bytes")
    }
    sink.receive(
      AdvertisingReport(
        source: .report, kind: PDUKind(.auxSyncInd, nil), address: train.address, adapter: train.adapter,
        advertisingSID: train.advertisingSID, rssi: unfinished.rssi, time: unfinished.time, record: unfinished.record,
        dataFileOffset: nil, isComplete: isComplete, data: unfinished.data.span))
  }

  private func noteCutShort(
    _ parameters: Span<UInt8>, of packet: borrowing HCIPacket, expected: String, problems: inout ProblemLog
  ) {
    problems.note(
      .packetCutShort, fileOffset: packet.fileOffset + 2, record: packet.record,
      expected: expected, found: "\(parameters.count) bytes")
  }
}

extension DataStatus {
  /// The status from the data status of a periodic report.
  fileprivate init(periodic status: UInt8) {
    switch status {
    case 0: self = .complete
    case 1: self = .moreToCome
    default: self = .truncated
    }
  }
}
