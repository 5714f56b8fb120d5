package import AdvertisingData

/// What a stack makes of the calls of a program: which octets go on the air, and what of the request does not.
///
/// Everything here says what the source of a public library does, which ``Version/source`` names. A new stack is one file
/// in the folder `Stacks` and one line in ``all``.
package struct StackBuilder: Sendable {
  /// As a manifest knows it: `nimble-arduino`.
  package let id: String
  /// As its makers write it.
  package let name: String
  /// What it does by itself, in a few sentences.
  package let summary: String
  /// The versions whose behaviour is known, newest first. The behaviour of one is that of all after it, until the next.
  package let versions: [Version]
  /// The version from which the behaviour is another one that is not known; `nil` when the newest is known. Then a version
  /// must be said.
  package var unknownFrom: [Int]?
  /// What a program can switch.
  package let options: [Option]
  /// Which call each field of a request stands for.
  package let calls: [Call]
  /// The kinds of advertising that a program can ask for.
  package let pdus: [AdvertisingPDU]
  /// Whether a program can ask for scan response data.
  package let takesScanResponse: Bool
  let build: @Sendable (inout Building) throws(BuildRefusal) -> Void

  /// A version from which the stack behaves in one way.
  package struct Version: Hashable, Sendable {
    /// The first one.
    package let since: [Int]
    /// The newest that was read.
    package let read: [Int]
    /// Where its behaviour is read.
    package let source: String
  }

  /// What a program can switch.
  package struct Option: Hashable, Sendable {
    /// In a manifest.
    package let word: String
    /// The call or the setting that it stands for.
    package let call: String
    /// What it changes.
    package let summary: String
  }

  /// A field and its call.
  package struct Call: Hashable, Sendable {
    /// The key in a manifest, or several.
    package let fields: String
    /// The call.
    package let call: String
  }

  /// Every stack, in the order of how many people use it.
  package static let all: [StackBuilder] = [
    .nimBLEArduino, .espNimBLE, .esp32BLE, .bluedroid, .nimBLE, .zephyr, .arduinoBLE, .bluefruit, .nRF5, .aioble,
    .adafruitBLE,
  ]

  /// The stack with this id; `nil` when there is none.
  package static func named(_ id: String) -> StackBuilder? { all.first { $0.id == id } }

  /// What a request becomes.
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
  /// A version of a stack, and how it is known.
  package struct ChosenVersion: Hashable, Sendable {
    /// For people: `2.5.1`.
    package let words: String
    /// Whether it was not said, or is newer than what was read.
    package let isAssumed: Bool
    /// The position of its behaviour among ``StackBuilder/versions``.
    package let generation: Int
  }

  /// The newest version.
  package var newest: ChosenVersion {
    ChosenVersion(words: versions.first.map { Self.words($0.read) } ?? "", isAssumed: true, generation: 0)
  }

  /// A version as it is written: `2`, `2.1`, `2.1.0`. The newest of those that are meant; `nil` for what is no version, and
  /// for versions before those that are known.
  package func version(_ text: String) -> ChosenVersion? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    var numbers: [Int] = []
    for part in parts {
      guard part.count <= 6, let number = Int(part), number >= 0, part.first != "+" else { return nil }
      numbers.append(number)
    }
    guard !numbers.isEmpty, numbers.count <= 4 else { return nil }
    if let unknownFrom, !Self.precedes(numbers, unknownFrom, open: true) { return nil }
    // What is not written is the newest: 2 is any version before 3.
    for (generation, version) in versions.enumerated() where !Self.precedes(numbers, version.since, open: true) {
      return ChosenVersion(
        words: text, isAssumed: Self.precedes(version.read, numbers, open: false) && generation == 0,
        generation: generation)
    }
    return nil
  }

  /// Versions that can be written, for messages.
  package var versionWords: String {
    "\(versions.last.map { Self.words($0.since) } ?? "") or later"
      + (unknownFrom.map { ", before \(Self.words($0))" } ?? "")
  }

  /// For people.
  package static func words(_ numbers: [Int]) -> String { numbers.map { "\($0)" }.joined(separator: ".") }

  /// Whether a version is before another.
  ///
  /// - Parameter open: whether numbers that the first one does not have may be anything.
  private static func precedes(_ one: [Int], _ other: [Int], open: Bool) -> Bool {
    for index in 0..<max(one.count, other.count) {
      if open, index >= one.count { return false }
      let (left, right) = (index < one.count ? one[index] : 0, index < other.count ? other[index] : 0)
      if left != right { return left < right }
    }
    return false
  }
}
