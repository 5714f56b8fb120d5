internal import AdvertisingData

extension FirmwareImage {
  /// The payloads as layouts. Arrays that are passed in one call belong together. Of the other arrays, scan response
  /// data belong to the advertising data of their compilation unit. Where a unit has several of each, those belong
  /// together whose names differ only in the part for the role. Periodic data have no scan response, and do not help to
  /// discover a device.
  public var layouts: [FirmwareLayout] {
    var layouts: [FirmwareLayout] = []
    for program in programs {
      let arrays = arrays[program.arrays].filter { $0.role != .periodic }
      let unread = unread[program.unread].filter { $0.reason == .filledAtRunTime }
      layouts += Self.layouts(of: arrays, unread, program).map { layout in
        var layout = layout
        layout.takesShortestInterval = program.hasZephyrController
        if layout.blockOfAddedName != nil { layout.deviceName = program.deviceName ?? configuredName }
        return layout
      }
    }
    return layouts
  }

  private static func layouts(
    of arrays: [PayloadArray], _ unread: [UnreadArray], _ program: FirmwareProgram
  ) -> [FirmwareLayout] {
    let ofUnits = Dictionary(grouping: arrays.filter { $0.role == .advertising }) { unit(of: $0.place) }
    func isAlone(_ unit: String) -> Bool { ofUnits[unit]?.count ?? 0 < 2 }
    var layouts = passed(arrays, unread, program).map { layout in
      var layout = layout
      layout.parameters =
        layout.parameters
        ?? (layout.advertising ?? layout.scanResponse).flatMap {
          program.parameters(of: $0, isAlone: isAlone(unit(of: $0.place)))
        }
      return layout
    }
    let taken = Set(layouts.flatMap { $0.arrays }.map { $0.memoryAddress })
    var units: [String: [PayloadArray]] = [:]
    var order: [String] = []
    for array in arrays where !taken.contains(array.memoryAddress) {
      let unit = unit(of: array.place)
      if units[unit] == nil { order.append(unit) }
      units[unit, default: []].append(array)
    }
    for unit in order {
      let filled = unread.contains { $0.role == .scanResponse && self.unit(of: $0.place) == unit }
      layouts += paired(units[unit] ?? []).map { layout in
        var layout = layout
        layout.parameters = (layout.advertising ?? layout.scanResponse).flatMap {
          program.parameters(of: $0, isAlone: isAlone(unit))
        }
        layout.fillsScanResponse = filled && layout.scanResponse == nil
        return layout
      }
    }
    // The order of the source, independent of the way in which they were found.
    let positions = Dictionary(firstOf: arrays.enumerated().map { ($1.memoryAddress, $0) })
    func position(_ layout: FirmwareLayout) -> Int { layout.arrays.first.flatMap { positions[$0.memoryAddress] } ?? 0 }
    return layouts.sorted { position($0) < position($1) }
  }

  private static func unit(of place: ImagePlace) -> String { place.unit ?? place.file ?? "" }

  /// Returns layouts of the arrays that are passed together in a call.
  private static func passed(
    _ arrays: [PayloadArray], _ unread: [UnreadArray], _ program: FirmwareProgram
  ) -> [FirmwareLayout] {
    let byAddress = Dictionary(grouping: arrays, by: { $0.memoryAddress })
    let filled = Set(unread.map { $0.memoryAddress })
    /// Returns the part of the array at an address that a call sends.
    func array(_ payload: AdvertisingCall.PassedPayload) -> PayloadArray? {
      guard case .at(let address, let count) = payload, let parts = byAddress[address] else { return nil }
      return parts.first { $0.limit == count } ?? parts.first { $0.limit == nil }
    }
    var layouts: [FirmwareLayout] = []
    // Later updates continue with the parameters of the start: they are a layout only where their data are different.
    let starts = program.calls.filter { Stack.takesParameters($0.function) }
    let updates = program.calls.filter { !Stack.takesParameters($0.function) }
    for call in starts + updates {
      guard let advertising = call.payloads[.advertising], let response = call.payloads[.scanResponse] else { continue }
      var layout = FirmwareLayout()
      layout.advertising = array(advertising)
      guard advertising == .nothing || layout.advertising != nil else { continue }
      switch response {
      case .nothing: break
      case .unread(.notReached), .unread(.doubtful): layout.fillsScanResponse = true
      // The data are not known: the names of the arrays show which belong together.
      case .unread: continue
      case .at(let address, _):
        layout.scanResponse = array(response)
        layout.fillsScanResponse = filled.contains(address)
        guard layout.scanResponse != nil || layout.fillsScanResponse else { continue }
      }
      guard layout.advertising != nil || layout.scanResponse != nil else { continue }
      layout.parameters = call.parameters
      let isUpdate = !Stack.takesParameters(call.function)
      if !layouts.contains(where: { isUpdate ? $0.holdsTheSame(as: layout) : $0.sendsTheSame(as: layout) }) {
        layouts.append(layout)
      }
    }
    return layouts
  }

  private static func paired(_ arrays: [PayloadArray]) -> [FirmwareLayout] {
    let advertising = arrays.filter { $0.role == .advertising }
    var responses = arrays.filter { $0.role == .scanResponse }
    guard !advertising.isEmpty else { return responses.map { FirmwareLayout(scanResponse: $0) } }
    var layouts: [FirmwareLayout] = []
    for array in advertising {
      let place =
        responses.firstIndex { key($0.name) == key(array.name) }
        ?? (responses.count == 1 && advertising.count == 1 ? 0 : nil)
      layouts.append(FirmwareLayout(advertising: array, scanResponse: place.map { responses[$0] }))
      if let place { responses.remove(at: place) }
    }
    // All layouts share one response: the usual form of programs that change only their advertising data.
    if responses.count == 1, layouts.allSatisfy({ $0.scanResponse == nil }) {
      return layouts.map { FirmwareLayout(advertising: $0.advertising, scanResponse: responses[0]) }
    }
    return layouts + responses.map { FirmwareLayout(scanResponse: $0) }
  }

  /// Returns a name without the part that shows the role of the payload.
  private static func key(_ name: String) -> String {
    var name = name.lowercased()
    for word in [
      "scan_response", "scan_resp", "scan_rsp", "scanresp", "scanrsp", "advertising", "advert", "adv", "rsp",
    ] {
      name = name.exchanging(word, for: "")
    }
    let words = name.split(separator: "_").filter { $0 != "ad" && $0 != "sd" }
    return words.joined(separator: "_")
  }
}

extension FirmwareLayout {
  /// Whether two layouts look the same in a capture.
  fileprivate func sendsTheSame(as other: FirmwareLayout) -> Bool { holdsTheSame(as: other) && pdu == other.pdu }

  fileprivate func holdsTheSame(as other: FirmwareLayout) -> Bool {
    advertising == other.advertising && scanResponse == other.scanResponse
  }
}
