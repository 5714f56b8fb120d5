package import AdvertisingData

/// A request to a version of a stack, with what the stack makes of it.
package struct BuiltRequest: Hashable, Sendable {
  /// The id of the stack.
  package let stackID: String
  package let version: StackBuilder.ChosenVersion
  /// The request of the program.
  package let request: BuildRequest
  /// The layout that the stack sends for the request.
  package let built: BuiltLayout

  /// Makes the request to a stack.
  ///
  /// - Throws: when the stack sends nothing, or has no call for a field.
  package init(
    _ request: BuildRequest, to stack: StackBuilder, _ version: StackBuilder.ChosenVersion
  ) throws(BuildRefusal) {
    stackID = stack.id
    self.version = version
    self.request = request
    built = try stack.built(request, version: version)
  }

  /// Makes the request to a stack that sends this for it, or for a request like it.
  init(
    _ request: BuildRequest, to stack: StackBuilder, _ version: StackBuilder.ChosenVersion, sending built: BuiltLayout
  ) {
    stackID = stack.id
    self.version = version
    self.request = request
    self.built = built
  }

  package var stack: StackBuilder? { StackBuilder.named(stackID) }

  /// The name of the stack with its version, for people.
  package var stackWords: String { stack.map { "\($0.name) \(version.words)" } ?? stackID }

  /// Whether the stack itself adds these octets, or one of them.
  package func adds(_ range: Range<Int>, in block: Block) -> Bool {
    let fields = block == .advertising ? built.advertising.fields : built.scanResponse.fields
    return range.contains { fields.indices.contains($0) && fields[$0] == nil }
  }

  /// The means by which a program can have two blocks sent.
  package enum Means: Hashable, Sendable {
    /// The fields of a request, with this switch changed when one is named, and what is sent for them.
    case fields(switching: String?, BuiltLayout)
    /// A call that takes bytes as they are.
    case octets(String)
  }

  /// Returns the means to send two blocks, each with its structures in any order; `nil` when the stack has none.
  package func means(toSend advertising: Payload, _ scanResponse: Payload?) -> Means? {
    guard let stack else { return nil }
    let wanted = [advertising, scanResponse ?? Payload()].map { Structures($0.octets) }
    for (options, change) in alternatives(of: stack) {
      for request in requests(for: wanted, options) {
        guard let built = try? stack.built(request, version: version) else { continue }
        if built.pdu == self.built.pdu, Structures(built.advertising.octets) == wanted[0],
          Structures(built.scanResponse.octets) == wanted[1]
        {
          return .fields(switching: change, built)
        }
      }
    }
    return stack.control.octetsCall.map(Means.octets)
  }

  /// The layouts with one switch of the program changed, for each that can be changed alone.
  package var switched: [BuiltLayout] {
    guard let stack else { return [] }
    return alternatives(of: stack).dropFirst().compactMap { options, _ in
      var request = request
      request.options = options
      return try? stack.built(request, version: version)
    }
  }

  /// Returns what is sent when the field of an octet of the scan response is asked for in the advertising data; `nil`
  /// when the stack does not take it there.
  package func advertising(fieldAt offset: Int) -> BuiltLayout? {
    guard let stack, let response = request.scanResponse, built.scanResponse.fields.indices.contains(offset),
      let field = built.scanResponse.fields[offset], field.block == .scanResponse,
      response.indices.contains(field.index)
    else { return nil }
    var request = request
    request.advertising.append(response[field.index])
    request.scanResponse?.remove(at: field.index)
    return try? stack.built(request, version: version)
  }

  /// The options of the request, then those with one switch of the program changed, with words for the change.
  private func alternatives(of stack: StackBuilder) -> [(options: Set<String>, change: String?)] {
    [(request.options, nil)]
      + stack.options.filter { $0.isOfProgram }.map { option in
        let isOn = request.options.contains(option.word)
        return (
          request.options.symmetricDifference([option.word]), "\(isOn ? "leave out" : "use") \(option.call)"
        )
      }
  }

  /// The blocks of the request with other options, which show what the stack adds then.
  private func own(with options: Set<String>) -> [BuiltBlock] {
    var request = request
    request.options = options
    let built = options == self.request.options ? built : try? stack?.built(request, version: version)
    return [built?.advertising ?? BuiltBlock(), built?.scanResponse ?? BuiltBlock()]
  }

  /// The requests that may send two blocks: all structures as they are, or without those that the stack adds itself, or
  /// with the names among the fields whose block the stack chooses.
  private func requests(for wanted: [Structures], _ options: Set<String>) -> [BuildRequest] {
    let all = wanted.map { $0.values }
    let own = own(with: options).map { Structures($0, isOwn: true).all }
    let asked = zip(wanted, own).map { wanted, own in Structures(wanted.all.filter { !own.contains($0) }).values }
    let names = asked[1].filter { if case .localName = $0 { true } else { false } }
    let rest = asked[1].filter { !names.contains($0) }
    return [(all[0], all[1]), (asked[0], asked[1]), (asked[0] + names, rest), (names + asked[0], rest)].map {
      BuildRequest(
        pdu: request.pdu, advertising: $0, scanResponse: $1.isEmpty && request.scanResponse == nil ? nil : $1,
        options: options)
    }
  }
}

/// The AD structures of a block, in an order that does not depend on the order sent.
private struct Structures: Equatable {
  private(set) var all: [[UInt8]] = []

  init(_ structures: [[UInt8]]) { all = structures }

  init(_ octets: [UInt8]) {
    var index = 0
    while index < octets.count, octets[index] > 0 {
      let end = min(index + 1 + Int(octets[index]), octets.count)
      all.append(Array(octets[index..<end]))
      index = end
    }
  }

  /// The structures of a built block in which an octet has no field.
  init(_ block: BuiltBlock, isOwn: Bool) {
    var index = 0
    for structure in Structures(block.octets).all {
      let fields = block.fields[index..<index + structure.count]
      if fields.contains(where: { $0 == nil }) == isOwn { all.append(structure) }
      index += structure.count
    }
  }

  var values: [ADValue] {
    all.compactMap { structure in
      structure.count < 2
        ? nil : ADValue(type: ADType(rawValue: structure[1]), value: Array(structure.dropFirst(2)).span)
    }
  }

  static func == (one: Structures, other: Structures) -> Bool {
    one.all.sorted { $0.lexicographicallyPrecedes($1) } == other.all.sorted { $0.lexicographicallyPrecedes($1) }
  }
}
