internal import AdvertReading

extension FirmwareImage {
  /// The facts that an image without a payload shows about its advertising. There is always at least one.
  public enum Absence: Hashable, Sendable {
    /// Zephyr's configuration shows that the host was built without advertising.
    case withoutAdvertising
    /// No function of a known stack that sets advertising data is linked: the image only scans, is a boot loader or a controller,
    /// or has an unknown stack.
    case noStack
    /// The image has no symbols, and running it showed nothing. The text is the reason.
    case unnamed(String)
    /// Functions of these stacks are linked, and the program makes the data when it runs.
    case atRunTime([Stack])
    /// Arrays have names like those of payloads, but hold no payload.
    case noPayload([UnreadArray])
  }

  /// The reason why the image has no payload; `nil` when it has one.
  public var absence: Absence? {
    guard arrays.isEmpty else { return nil }
    if let closed { return .unnamed(closed.description) }
    let malformed = unread.filter { if case .noPayload = $0.reason { true } else { false } }
    if !malformed.isEmpty { return .noPayload(malformed) }
    let stacks = Stack.all.filter { !Set($0.functions).isDisjoint(with: functions) || started.contains($0.id) }
    if stacks.isEmpty, unread.isEmpty, isBuiltWithoutAdvertising { return .withoutAdvertising }
    return stacks.isEmpty && unread.isEmpty ? .noStack : .atRunTime(stacks)
  }
}

extension FirmwareImage.Absence {
  /// Why the image cannot be judged, in one line.
  package var problem: String { "expected advertising data in the firmware image: \(self)" }
}

extension FirmwareImage.Absence: CustomStringConvertible {
  /// One line, with another way to get the payload.
  public var description: String {
    switch self {
    case .withoutAdvertising:
      "it was built without CONFIG_BT_PERIPHERAL and CONFIG_BT_BROADCASTER, so it does not advertise, and there is nothing "
        + "to judge"
    case .unnamed(let reason):
      "it has no symbols, and \(reason): read the ELF file of the same build, let the device print what it sends "
        + "(Docs/RunTime.md), or search with decode --find"
    case .noStack:
      "no function is linked that sets advertising data of a Bluetooth stack that is known: this image does not advertise, "
        + "though it may scan, or with a stack that is not known, or has lost its symbols (see decode --find): \(CaptureProblem.runTimeAdvice)"
    case .atRunTime(let stacks):
      "the advertising data are made when the program runs"
        + (stacks.isEmpty ? "" : " (\(stacks.map { $0.name }.joined(separator: ", ")))")
        + ": \(CaptureProblem.runTimeAdvice)"
    case .noPayload(let arrays):
      "named like payloads and none: "
        + arrays.map { array in
          guard case .noPayload(let reason) = array.reason else { return array.name }
          return "\(array.name) (\(reason))"
        }.joined(separator: ", ") + ": \(CaptureProblem.runTimeAdvice)"
    }
  }
}

extension UnnamedRun.Closed: CustomStringConvertible {
  /// The reason as the rest of a sentence that begins *it has no symbols, and*.
  var description: String {
    switch self {
    case .noBase: "no vector table of a processor with Thumb, or several addresses where it could lie"
    case .noCall: "no supervisor call of a SoftDevice that sets advertising data"
    case .noStart: "its program stopped before it asked its stack for anything when it was run"
    case .notReached: "its program did not come to the call that sets advertising data when it was run"
    case .bluedroid: "no function of its host, Bluedroid, is known for certain without names"
    case .noHost: "no function is recognised through which a Bluetooth host sends its commands"
    case .tooMany: "the file has more programs than are run"
    case .uncertain: "nothing of what its program sent when it was run is certain"
    case .unsound: "what its program sends depends on what is not in the image"
    }
  }
}
