package import AdvertisingData

/// A model of a stack: the octets that it sends for the calls of a program, and the parts of the request that it does
/// not send.
///
/// Each model follows the source code of a public library, which ``Version/source`` names. A new stack needs one file
/// in the folder `Stacks` and one line in ``all``.
package struct StackBuilder: Sendable {
  /// The id of the stack in a manifest: `nimble-arduino`.
  package let id: String
  /// The name in its makers' spelling.
  package let name: String
  /// The actions that the stack does without being asked, in a few sentences.
  package let summary: String
  /// The versions with known behaviour, newest first. A version's behaviour is valid for all later ones, up to the next
  /// version in the list.
  package let versions: [Version]
  /// The first version with a different behaviour that is not known; `nil` when the newest behaviour is known. If it is
  /// set, a version must be stated.
  package var unknownFrom: [Int]?
  /// The id of the stack that the same calls had in versions before the known ones; `nil` without one.
  package var earlierStack: String?
  /// The options that a program can switch.
  package let options: [Option]
  /// The call for each field of a request.
  package let calls: [Call]
  /// The kinds of advertising that a program can ask for.
  package let pdus: [AdvertisingPDU]
  /// Whether a program can ask for scan response data.
  package let takesScanResponse: Bool
  /// The other settings that a program can decide.
  package let control: ProgramControl
  /// The parameters of calls, with the values that the stack accepts.
  package var parameters: [StackParameter] = []
  let build: @Sendable (inout Building) throws(BuildRefusal) -> Void

  /// A version from which the stack behaves in one way.
  package struct Version: Hashable, Sendable {
    /// The first version with the behaviour.
    package let since: [Int]
    /// The newest version whose source was read.
    package let read: [Int]
    /// The source code that shows the behaviour.
    package let source: String
  }

  /// An option that a program can switch.
  package struct Option: Hashable, Sendable {
    /// The word in a manifest.
    package let word: String
    /// The call or the setting of the option.
    package let call: String
    /// The effect of the option.
    package let summary: String
    /// Whether the program switches it, and not the device or its user.
    package var isOfProgram = true
  }

  /// A field and its call.
  package struct Call: Hashable, Sendable {
    /// The key in a manifest, or several keys.
    package let fields: String
    package let call: String
  }

  /// All stacks, the most used first.
  package static let all: [StackBuilder] = [
    .nimBLEArduino, .espNimBLE, .esp32BLE, .bluedroid, .nimBLE, .zephyr, .arduinoBLE, .bluefruit, .nRF5, .aioble,
    .adafruitBLE, .android, .coreBluetooth, .esp32BLENimBLE, .blueZ, .btmgmt, .espruino, .bleno,
  ]

  /// Returns the stack with an id; `nil` when there is none.
  package static func named(_ id: String) -> StackBuilder? { all.first { $0.id == id } }

  /// The stack that the same calls had in versions before the known ones; `nil` without one.
  package var earlier: StackBuilder? { earlierStack.flatMap { Self.named($0) } }

  /// Returns the result of a request.
  ///
  /// - Throws: when the stack sends nothing, or has no call for a field.
  package func built(_ request: BuildRequest, version: ChosenVersion) throws(BuildRefusal) -> BuiltLayout {
    guard pdus.contains(request.pdu) else {
      throw BuildRefusal(nil, "\(name) has no way to send \(request.pdu.rawValue) that is known here")
    }
    guard request.scanResponse == nil || takesScanResponse else {
      throw BuildRefusal(
        BuildRequest.Field(.scanResponse, 0), "\(name) takes no scan response data from the program")
    }
    for option in request.options.sorted() where !options.contains(where: { $0.word == option }) {
      throw BuildRefusal(nil, "\(name) has no option \(option)")
    }
    var building = Building(request, generation: version.generation)
    try build(&building)
    let limit = building.pdu.payloadLimit
    guard building.advertising.octets.count <= limit, building.scanResponse.octets.count <= limit else {
      throw BuildRefusal(nil, "more than \(limit) bytes")
    }
    return building.finished()
  }
}

extension StackBuilder {
  /// A version of a stack, and whether it is assumed.
  package struct ChosenVersion: Hashable, Sendable {
    /// The version for people: `2.5.1`.
    package let words: String
    /// Whether no version was stated, or the stated one is newer than the source that was read.
    package let isAssumed: Bool
    /// The position of the version's behaviour among ``StackBuilder/versions``.
    package let generation: Int
  }

  package var newest: ChosenVersion {
    ChosenVersion(words: versions.first.map { Self.words($0.read) } ?? "", isAssumed: true, generation: 0)
  }

  /// Returns the newest version that a text can mean: `2`, `2.1`, `2.1.0`. `nil` for a text that is not a version, and
  /// for versions before the known ones.
  package func version(_ text: String) -> ChosenVersion? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    var numbers: [Int] = []
    for part in parts {
      guard part.count <= 6, let number = Int(part), number >= 0, part.first != "+" else { return nil }
      numbers.append(number)
    }
    guard !numbers.isEmpty, numbers.count <= 4 else { return nil }
    if let unknownFrom, !Self.precedes(numbers, unknownFrom, open: true) { return nil }
    // Missing numbers mean the newest: 2 is any version before 3.
    for (generation, version) in versions.enumerated() where !Self.precedes(numbers, version.since, open: true) {
      return ChosenVersion(
        words: text, isAssumed: Self.precedes(version.read, numbers, open: false) && generation == 0,
        generation: generation)
    }
    return nil
  }

  /// The versions that a manifest may state, for messages.
  package var versionWords: String {
    "\(versions.last.map { Self.words($0.since) } ?? "") or later"
      + (unknownFrom.map { ", before \(Self.words($0))" } ?? "")
  }

  /// Returns a version for people.
  package static func words(_ numbers: [Int]) -> String { numbers.map { "\($0)" }.joined(separator: ".") }

  /// Whether a version is before another.
  ///
  /// - Parameter open: whether numbers that are missing in the first version may have any value.
  private static func precedes(_ one: [Int], _ other: [Int], open: Bool) -> Bool {
    for index in 0..<max(one.count, other.count) {
      if open, index >= one.count { return false }
      let (left, right) = (index < one.count ? one[index] : 0, index < other.count ? other[index] : 0)
      if left != right { return left < right }
    }
    return false
  }
}
