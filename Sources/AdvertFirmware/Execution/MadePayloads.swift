internal import AdvertisingData

/// What a program made when its code ran, as payloads of its image.
struct MadePayloads {
  private(set) var arrays: [FirmwareImage.PayloadArray] = []
  private(set) var calls: [AdvertisingCall] = []
  /// What was assumed, one line each.
  private(set) var remarks: [String] = []

  /// Nothing was made.
  init() {}

  /// - Parameters:
  ///   - results: what runs of the program agree on.
  ///   - member: the member of an archive that the program is.
  init(_ results: [AdvertisingRun.Result], _ member: String?) {
    for result in results {
      let caught = result.advertising
      guard let given = caught.call else { continue }
      var call = AdvertisingCall(
        function: given.function, caller: result.maker, address: UInt64(given.callers.first ?? 0))
      call.parameters = caught.parameters
      call.parameters?.evidence = .call(caught.parametersFrom?.function ?? given.function, in: result.maker)
      for role in [PayloadRole.advertising, .scanResponse] {
        guard let part = caught.data[role], !part.octets.isEmpty || role == .advertising else {
          call.payloads[role] = .nothing
          continue
        }
        // Nothing of the image lies there.
        let address = Self.firstAddress + UInt64(arrays.count)
        call.payloads[role] = .at(address, count: nil)
        arrays.append(
          FirmwareImage.PayloadArray(
            name: result.maker, role: role, evidence: .run, payload: Payload(part.octets), stack: caught.stack,
            place: ImagePlace(member: member), isWritable: !result.isCertain, passedTo: part.call.function,
            varying: result.varying[role] ?? [], memoryAddress: address))
      }
      calls.append(call)
    }
    guard let first = results.first else { return }
    remarks.append(
      "the payloads are what the program made when its code was run here, from \(first.beginning ?? "main") on, "
        + "\(AdvertisingRun.count) times with other contents of what comes from outside the image")
    if let beginning = first.beginning {
      remarks.append("\(beginning) was run by itself, because main did not reach it: what it is given is not known")
    }
    if !first.abandoned.isEmpty {
      remarks.append(
        "these functions did not end, or wait for hardware, and were taken for successful: "
          + first.abandoned.joined(separator: ", "))
    }
  }

  private static let firstAddress: UInt64 = 0xE000_0000_0000_0000
}

extension AdvertisingRun.Result {
  /// Whether nothing was assumed to get there.
  fileprivate var isCertain: Bool { beginning == nil && abandoned.isEmpty }
}
