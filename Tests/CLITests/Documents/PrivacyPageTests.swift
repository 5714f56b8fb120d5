import AdvertisingData
import AssignedNumbers
import Foundation
import TestSupport
import Testing

/// What stays of each type and format, in Reference/Privacy.md, is a projection of the roles of their fields. `make format`
/// rewrites it.
@Suite struct PrivacyPageTests {
  @Test func privacyPageIsCurrent() throws {
    let lines = [
      "# What stays with --redact", "",
      "Of each AD type and each known format: which fields `--redact` keeps, by their names in JSON, and which it replaces. "
        + "[Privacy](../Docs/Privacy.md) says how.",
    ]
    try WrittenPage.check(
      "Reference/Privacy.md", madeFrom: "the roles of fields", is: lines.joined(separator: "\n") + "\n" + Self.tables)
  }

  @Test func everyTypeAndFormatHasASample() throws {
    let types = Set(SampleValues.types.map(\.type))
    for type in UInt8.min ... .max where ADTypes.name(of: type) != nil {
      #expect(types.contains(type), "\(type)")
    }
    let formats = Set(try SampleValues.formats.map { try #require(Self.known($0.hex)).format.id })
    #expect(formats == Set(KnownPayload.formats.map(\.id)))
  }

  private static var tables: String {
    var lines = ["", "| AD type | stays | replaced |", "| --- | --- | --- |"]
    for sample in SampleValues.types {
      guard let name = ADTypes.name(of: sample.type) else { continue }
      let value = ADValue(type: ADType(rawValue: sample.type), value: sample.value.span)
      lines.append("| \(name) (0x\([sample.type].hex)) | \(cells(of: value.fields)) |")
    }
    lines += ["", "| known format | stays | replaced |", "| --- | --- | --- |"]
    for sample in SampleValues.formats {
      guard let payload = known(sample.hex) else { continue }
      lines.append("| \(name(of: sample.name, as: payload.format)) | \(cells(of: payload.reading.fields)) |")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// What people read: the format, and which of its forms. Samples that are only numbered are so here.
  private static func name(of sample: String, as format: KnownPayload.Format) -> String {
    if sample.hasPrefix(format.id + " "), let number = Int(sample.dropFirst(format.id.count + 1)) {
      let isOnly = number == 1 && !SampleValues.formats.contains { $0.name == format.id + " 2" }
      return isOnly ? format.name : "\(format.name), form \(number)"
    }
    return sample.hasPrefix(format.name) ? sample : "\(format.name): \(sample)"
  }

  /// The keys of the fields that stay and of those that are replaced.
  private static func cells(of fields: [Field]) -> String {
    let placed = fields.flattened.filter { $0.range.map { !$0.isEmpty } ?? false }
    let kept = Set(placed.filter { $0.role == .structure }.flatMap { Array($0.range ?? 0..<0) })
    var stays: [String] = []
    var replaced: [String] = []
    for (index, field) in placed.enumerated() {
      let holdsOthers = placed.indices.contains { isPart(placed[$0], of: field, isLater: $0 > index) }
      let name = field.key.isEmpty ? "what says how the rest is read" : "`\(field.key)`"
      switch field.role {
      case .structure: stays.append(name)
      case .bits: stays.append(field.key.isEmpty ? "reserved bits" : "bits of \(name)")
      case .data where !holdsOthers && !kept.isSuperset(of: field.range ?? 0..<0): replaced.append(name)
      case .data: break
      case .limited where !field.key.isEmpty: replaced.append("\(name) within its range")
      case .limited: break
      case .text: replaced.append(field.key.isEmpty ? "its letters" : "\(name) by a text")
      case .address: replaced.append(field.key.isEmpty ? "by addresses" : "\(name) by an address")
      }
    }
    return [stays, replaced].map { names in
      names.isEmpty
        ? "–"
        : names.enumerated().filter { !names[..<$0.offset].contains($0.element) }.map(\.element)
          .joined(separator: ", ")
    }.joined(separator: " | ")
  }

  /// Whether a field with a name says what octets of another one are.
  private static func isPart(_ part: Field, of field: Field, isLater: Bool) -> Bool {
    guard !part.key.isEmpty, let inner = part.range, let range = field.range else { return false }
    if case .bits = part.role { return false }
    return inner == range ? isLater : range.lowerBound <= inner.lowerBound && inner.upperBound <= range.upperBound
  }

  static func known(_ hex: String) -> KnownPayload? {
    let payload = Payload([UInt8](hex: hex))
    return payload.decoded.elements.first.flatMap {
      KnownPayload.recognised(in: $0.value, beside: DeviceHints(payload))
    }
  }
}
