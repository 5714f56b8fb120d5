public import AdvertisingData

extension AdvertisingReport {
  /// The same report of somebody else: with another address, another time, and other data of the same lengths.
  @_lifetime(copy data, copy acad)
  public func replacing(
    address: DeviceAddress, identity: DeviceAddress?, time: Timestamp?, data: Span<UInt8>, acad: Span<UInt8>
  ) -> AdvertisingReport {
    AdvertisingReport(
      source: source, kind: PDUKind(pdu, advertising), address: address, adapter: adapter,
      advertisingSID: advertisingSID, rssi: rssi, time: time, record: record, dataFileOffset: dataFileOffset,
      isComplete: isComplete, data: data, acad: acad, channel: channel, crc: crc, identity: identity)
  }
}

extension ScanModeChange {
  /// The same change at another time.
  public func replacing(time: Timestamp?) -> ScanModeChange {
    ScanModeChange(
      adapter: adapter, time: time, record: record, mode: mode, filtersDuplicates: filtersDuplicates,
      listening: listening)
  }
}

extension HostLayout {
  /// The same layout of somebody else: with another address, another time, and other data of the same lengths.
  public func replacing(address: DeviceAddress, time: Timestamp?, layout: Layout) -> HostLayout {
    HostLayout(
      adapter: adapter, address: address, advertisingHandle: advertisingHandle, advertisingSID: advertisingSID,
      layout: layout, interval: interval, channels: channels, time: time, record: record,
      advertisingSource: advertisingSource, scanResponseSource: scanResponseSource)
  }
}

extension CaptureSummary {
  /// The same summary with other times, and other words for its problems, and for those of the captures and archives in
  /// it. Names in an archive are replaced too.
  public func replacing(
    time: (Timestamp) -> Timestamp, message: (CaptureProblem) -> String, member: (String) -> String
  ) -> CaptureSummary {
    var summary = CaptureSummary(
      format: format, linkTypes: linkTypes, records: records, reports: reports, linkLayer: linkLayer,
      problems: problems.map { $0.replacing(message: message($0)) })
    summary.times = times.map { times in
      let ends = [time(times.lowerBound), time(times.upperBound)]
      return min(ends[0], ends[1])...max(ends[0], ends[1])
    }
    summary.member = self.member.map(member)
    summary.isCompressed = isCompressed
    summary.members = members.map { one in
      Member(
        name: member(one.name), kind: one.kind,
        summary: one.summary?.replacing(time: time, message: message, member: member))
    }
    return summary
  }
}

extension CaptureProblem {
  /// The same problem in other words.
  public func replacing(message: String) -> CaptureProblem {
    var problem = CaptureProblem(kind, fileOffset: fileOffset, record: record, message: message)
    problem.count = count
    return problem
  }
}
