import AdvertObservation
import AdvertReading
import AdvertRepack
import AdvertScan
import AdvertisingData
import AssignedNumbers
import Foundation
import TestSupport
import Testing

@testable import AdvertLint

/// The words of a fix, carried out one by one, give the bytes of the fix.
@Suite struct FixSentenceTests {
  @Test(arguments: (UInt64(1)...40).sampled(oneIn: 8)) func sentencesCanBeCarriedOut(_ seed: UInt64) throws {
    var random = RandomLayout(seed: seed &+ 3000)
    for round in 0..<250 {
      let layout = random.layout(structures: 8)
      // Of a structure that is in both blocks, words do not say which one is meant.
      guard !FixReader.hasTwins(layout) else { continue }
      let found = Linter().lint(Subject(DeclaredLayout(layout: layout), path: "layout"))
      for finding in found where finding.rule == Rule.serviceUUIDOnlyInScanResponse.id {
        guard let fix = finding.fix, let blocks = finding.fixBytes else { continue }
        let label: Comment = "seed \(seed), round \(round): \(layout.hexWords): \(fix)"
        var reader = FixReader(layout, try #require(finding.place.offset, label))
        try reader.carryOut(fix)
        #expect(FixReader.said(reader.advertising) == FixReader.said(of: blocks.advertising), label)
        #expect(FixReader.said(reader.scanResponse) == FixReader.said(of: blocks.scanResponse ?? Payload()), label)
        #expect(fix.contains("(\(blocks.advertising.count) of 31 bytes)"), label)
        // What gets worse is in the same sentence.
        var after = layout
        after.advertising = blocks.advertising
        if after.pdu?.isScannable ?? true { after.scanResponse = .declared(blocks.scanResponse ?? Payload()) }
        let effects = Effect.all(of: layout, becoming: after)
        if let loss = effects.loss { #expect(fix.hasSuffix("; " + loss), label) }
      }
    }
  }

  /// The rules that pack a layout anew, with one order: more orders at once are those of the test above.
  @Test(arguments: (UInt64(1)...40).sampled(oneIn: 8)) func singleOrdersCanBeCarriedOut(_ seed: UInt64) throws {
    let rules = [Rule.payloadTooLong, .flagsInScanResponse, .scanResponseNeverRequested].map(\.id)
    var random = RandomLayout(seed: seed &+ 3700)
    for round in 0..<250 {
      let layout = random.layout(structures: 8)
      guard !FixReader.hasTwins(layout), !FixReader.hasTwins(layout, like: \.words) else { continue }
      for finding in Linter().lint(Subject(DeclaredLayout(layout: layout), path: "layout")) {
        guard rules.contains(finding.rule), let fix = finding.fix, let blocks = finding.fixBytes else { continue }
        let order = fix.components(separatedBy: "; ")[0]
        guard !order.contains(", "), !order.contains(" and move "), !order.contains(" and remove "),
          !order.contains(" and send "), !order.contains(" and join "), !order.contains(" and list ")
        else { continue }
        let label: Comment = "seed \(seed), round \(round), \(finding.rule): \(layout.hexWords): \(fix)"
        var reader = FixReader(layout, finding.place.offset ?? 0)
        try reader.carryOut(fix)
        #expect(FixReader.said(reader.advertising) == FixReader.said(of: blocks.advertising), label)
        #expect(FixReader.said(reader.scanResponse) == FixReader.said(of: blocks.scanResponse ?? Payload()), label)
      }
    }
  }
}

extension Layout {
  fileprivate var hexWords: String { blocks.map { HexText.compact($0.payload.octets) }.joined(separator: " / ") }
}

/// Carries out the words of a fix on both blocks.
private struct FixReader {
  struct Structure: Hashable {
    var type: UInt8
    var value: [UInt8]
    /// The block that it was in at first: 0 for the advertising data.
    var home = 0

    /// The structure in the words of an order.
    var words: String { "the \(ADTypes.name(of: type) ?? "") (\(value.count + 2) bytes)" }
  }

  private(set) var advertising: [Structure]
  private(set) var scanResponse: [Structure]
  private let flagged: [UInt8]

  init(_ layout: Layout, _ offset: Int) {
    let payloads = [layout.advertising ?? Payload(), layout.scanResponse.payloads.first ?? Payload()]
    (advertising, scanResponse) = (Self.structures(of: payloads[0]), Self.structures(of: payloads[1]))
    for index in scanResponse.indices { scanResponse[index].home = 1 }
    flagged =
      payloads[1].serviceListings.first { $0.offset == offset }?.uuid
      .littleEndian(width: .bits128) ?? []
  }

  /// The structures of a payload; lists of services as complete ones, because words do not say what a list is called.
  static func structures(of payload: Payload) -> [Structure] {
    payload.decoded.elements.map {
      let type = $0.type.rawValue
      return Structure(type: [0x02, 0x04, 0x06].contains(type) ? type + 1 : type, value: $0.value.octets)
    }
  }

  /// Whether a structure other than a list is in the layout twice.
  static func hasTwins(_ layout: Layout) -> Bool { hasTwins(layout) { [$0.type] + $0.value } }

  /// Whether two structures other than lists look alike.
  static func hasTwins<Look: Hashable>(_ layout: Layout, like look: (Structure) -> Look) -> Bool {
    let others = layout.blocks.flatMap { structures(of: $0.payload) }.filter { width($0.type) == nil }
    return Set(others.map(look)).count < others.count
  }

  private struct Unreadable: Error, CustomStringConvertible {
    let description: String
  }

  mutating func carryOut(_ fix: String) throws {
    let parts = fix.components(separatedBy: "; ")
    for part in parts {
      // What follows the order is what it costs.
      if part.contains(" then ") || part.hasPrefix("lost: ") { break }
      try carryOut(part: part.components(separatedBy: " (").count > 1 ? Self.withoutResult(part) : part)
    }
  }

  /// Returns the words without the number of bytes at their end.
  private static func withoutResult(_ part: String) -> String {
    guard part.hasSuffix("of 31 bytes)"), let start = part.range(of: " (", options: .backwards) else { return part }
    return String(part[..<start.lowerBound])
  }

  private mutating func carryOut(part words: String) throws {
    var words = words.replacingOccurrences(of: " to make room", with: "")
    if words.hasPrefix("move "), words.hasSuffix(" into the advertising data") {
      words = String(words.dropFirst(5).dropLast(" into the advertising data".count))
      for item in Self.items(words) {
        if item == "the service" {
          moveServices(only: flagged)
        } else if item.hasSuffix(" services") {
          moveServices()
        } else if item.hasPrefix("service "), let listing = Self.listing(item) {
          moveListing(listing)
        } else {
          try move(item, to: 0)
        }
      }
      return
    }
    // Sizes are those of now, so structures move before they get shorter.
    let actions = words.hasPrefix("send services ") ? [words] : Self.items(words)
    for action in actions.filter({ !$0.hasPrefix("send ") }) + actions.filter({ $0.hasPrefix("send ") }) {
      if action.hasPrefix("move "), action.hasSuffix(" to the scan response") {
        try move(String(action.dropFirst(5).dropLast(" to the scan response".count)), to: 1)
      } else if action.hasPrefix("move "), action.hasSuffix(" to the advertising data") {
        try move(String(action.dropFirst(5).dropLast(" to the advertising data".count)), to: 0)
      } else if action == "remove Appearance 0x0000" {
        remove { $0.type == 0x19 && $0.value == [0, 0] }
      } else if action == "remove the Flags" {
        remove { $0.type == 0x01 }
      } else if action.hasPrefix("remove the "), let place = action.range(of: " from ") {
        let block = action.hasSuffix("advertising data") ? 0 : 1
        let item = String(action[action.index(action.startIndex, offsetBy: 7)..<place.lowerBound])
        guard let index = (block == 0 ? advertising : scanResponse).lastIndex(where: { $0.words == item }) else {
          throw Unreadable(description: action)
        }
        if block == 0 { advertising.remove(at: index) } else { scanResponse.remove(at: index) }
      } else if action.hasPrefix("send service"), action.hasSuffix(" in 16 bits instead of 128") {
        recode { $0.type == 0x07 ? Self.inShort($0) : nil }
      } else if action == "send the interval in 2 bytes" {
        recode { $0.type == 0x2F ? Structure(type: 0x1A, value: Array($0.value.prefix(2))) : nil }
      } else if action.hasPrefix("send the Service Data"), action.hasSuffix("with a 16-bit UUID") {
        let home = action.contains(" of the advertising data ") ? 0 : 1
        recode { structure in
          structure.type == 0x21 && structure.home == home
            ? Structure(type: 0x16, value: Array(structure.value[12...13]) + Array(structure.value.dropFirst(16))) : nil
        }
      } else if action.hasPrefix("join the ") {
        // A list says the same as two.
      } else if action.hasPrefix("list service "), let listing = Self.listing(String(action.dropFirst(5))) {
        if action.contains(" once in 16 bits ") {
          recode { list in Self.uuids(list).contains { Self.long($0) == listing.uuid } ? Self.inShort(list) : nil }
        }
        listOnce(listing.uuid, listing.type)
      } else {
        throw Unreadable(description: "unknown words: \(action)")
      }
    }
  }

  /// The items of a list: `a, b and c`.
  private static func items(_ words: String) -> [String] {
    words.components(separatedBy: ", ").flatMap { $0.components(separatedBy: " and ") }
  }

  private mutating func move(_ item: String, to block: Int) throws {
    if item.hasPrefix("service "), let listing = Self.listing(item) { return moveListing(listing, to: block) }
    if item == "the Flags" { return moveFlags(to: block) }
    let from = block == 0 ? scanResponse : advertising
    guard let index = from.firstIndex(where: { $0.words == item }) else {
      throw Unreadable(description: "no \(item)")
    }
    if block == 0 {
      advertising.append(scanResponse.remove(at: index))
    } else {
      scanResponse.append(advertising.remove(at: index))
    }
  }

  private static func width(_ type: UInt8) -> Int? { type == 0x03 ? 2 : type == 0x07 ? 16 : nil }

  private static func long(_ uuid: [UInt8]) -> [UInt8] {
    uuid.count == 16 ? uuid : .init(hex: "fb349b5f8000008000100000") + uuid + [0, 0]
  }

  private static func uuids(_ structure: Structure) -> [[UInt8]] {
    guard let width = width(structure.type) else { return [] }
    return stride(from: 0, to: structure.value.count, by: width).map { Array(structure.value[$0..<$0 + width]) }
  }

  /// Moves the services that the advertising data do not list.
  private mutating func moveServices(only service: [UInt8]? = nil) {
    var known = Set(advertising.flatMap(Self.uuids).map(Self.long))
    // Of a service that is listed twice, the mention with the fewest bits moves.
    for list in scanResponse.sorted(by: { $0.type < $1.type }) {
      let moved = Self.uuids(list)
        .filter { (service == nil || Self.long($0) == service) && known.insert(Self.long($0)).inserted }
      guard !moved.isEmpty else { continue }
      // All mentions of the same width go.
      for other in scanResponse.indices where scanResponse[other].type == list.type {
        scanResponse[other].value = Self.uuids(scanResponse[other]).filter { !moved.contains($0) }.flatMap { $0 }
      }
      advertising.append(Structure(type: list.type, value: moved.flatMap { $0 }))
    }
  }

  /// Moves the listings of a service in lists of one width.
  private mutating func moveListing(_ listing: (uuid: [UInt8], type: UInt8?), to block: Int = 0) {
    if block == 1 { (advertising, scanResponse) = (scanResponse, advertising) }
    defer { if block == 1 { (advertising, scanResponse) = (scanResponse, advertising) } }
    let isMeant = { (uuid: [UInt8], list: Structure) in
      Self.long(uuid) == listing.uuid && (listing.type == nil || list.type == listing.type)
    }
    for (index, list) in scanResponse.enumerated() {
      let moved = Self.uuids(list).filter { isMeant($0, list) }
      guard !moved.isEmpty else { continue }
      scanResponse[index].value = Self.uuids(list).filter { !isMeant($0, list) }.flatMap { $0 }
      advertising.append(Structure(type: list.type, value: moved.flatMap { $0 }))
    }
  }

  private mutating func moveFlags(to block: Int) {
    let flags = (advertising + scanResponse).filter { $0.type == 0x01 }
    remove { $0.type == 0x01 }
    if block == 0 { advertising += flags } else { scanResponse += flags }
  }

  /// The service of `service 180d`, or `service 180d in 16 bits`, and the type of the lists that are meant.
  private static func listing(_ words: String) -> (uuid: [UInt8], type: UInt8?)? {
    guard let uuid = BluetoothUUID(text: word(2, of: words))?.littleEndian(width: .bits128) else { return nil }
    guard word(3, of: words) == "in" else { return (uuid, nil) }
    return (uuid, word(4, of: words) == "16" ? 0x03 : 0x07)
  }

  private mutating func remove(_ isMeant: (Structure) -> Bool) {
    advertising.removeAll(where: isMeant)
    scanResponse.removeAll(where: isMeant)
  }

  /// Leaves a service out of the scan response that the advertising data list.
  private mutating func listOnce(_ service: [UInt8], _ type: UInt8?) {
    let isMeant = { (list: Structure) in Self.width(list.type) != nil && (type == nil || list.type == type) }
    guard advertising.filter(isMeant).flatMap(Self.uuids).map(Self.long).contains(service) else { return }
    for (index, list) in scanResponse.enumerated() where isMeant(list) {
      scanResponse[index].value = Self.uuids(list).filter { Self.long($0) != service }.flatMap { $0 }
    }
  }

  private static func word(_ number: Int, of words: String) -> String {
    words.components(separatedBy: " ").dropFirst(number - 1).first ?? ""
  }

  private mutating func recode(_ recoded: (Structure) -> Structure?) {
    advertising = advertising.map { recoded($0) ?? $0 }
    scanResponse = scanResponse.map { recoded($0) ?? $0 }
  }

  /// Returns a list whose UUIDs are all of the SIG's base, in 16 bits.
  private static func inShort(_ list: Structure) -> Structure? {
    let base: [UInt8] = .init(hex: "fb349b5f8000008000100000")
    let all = uuids(list)
    guard !all.isEmpty, all.allSatisfy({ $0.prefix(12) == base[...] && $0[14...] == [0, 0] }) else { return nil }
    return Structure(type: 0x03, value: all.flatMap { $0[12...13] })
  }

  /// The services of a block, and its other structures, without the order in which they are sent.
  static func said(_ structures: [Structure]) -> [[UInt8]] {
    let services = Set(structures.flatMap { list in uuids(list).map { [list.type] + $0 } })
    let others = structures.filter { width($0.type) == nil }.map { [$0.type] + $0.value }
    return (Array(services) + others).sorted { $0.lexicographicallyPrecedes($1) }
  }

  static func said(of payload: Payload) -> [[UInt8]] { said(structures(of: payload)) }
}
