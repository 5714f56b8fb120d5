internal import AdvertDiff
internal import AdvertLint
internal import AdvertScan
internal import AdvertisingData

/// One difference as an object: `kind` and `aspect`, then the keys of the kind.
enum DifferenceKeys {
  static let keys: Keys<Difference> = [
    Key("kind", .words(kinds), "what differs; each kind belongs to one aspect") { kind(of: $0) },
    Key("aspect", .word(DiffAspect.self), "the word of `--ignore`") { $0.aspect },
    Key("old", .object(field), "the field on the old side", null: "when it is added", absent: "unless a field differs")
    { $0.fields.map { $0.old } },
    Key(
      "new", .alike(field), "the field on the new side; its keys are those of `old`", null: "when it is gone",
      absent: "unless a field differs"
    ) { $0.fields.map { $0.new } },
    Key(
      "octets", .list(.object(run)), "which bytes differ; empty when the lengths do",
      absent: "unless a field has another value"
    ) { difference in if case .changed(let change) = difference { places(change.octets, in: change.old) } else { nil }
    },
    Key(
      "pdu", .word(AdvertisingPDU.self), "the kind of advertising of a layout that is added or gone",
      null: "for a scan response", absent: "otherwise"
    ) { difference in
      switch difference {
      case .layoutAdded(let layout), .layoutGone(let layout): .some(layout.pdu)
      default: .none
      }
    },
    Key(
      "oldFields", .list(.alike(field)), "fields in the old order; their keys are those of `old`",
      absent: "unless the order or a layout differs"
    ) { difference in
      switch difference {
      case .order(let old, _): old
      case .layoutGone(let layout): layout.fields
      default: nil
      }
    },
    Key("newFields", .list(.alike(field)), "fields in the new order", absent: "unless the order or a layout differs") {
      difference in
      switch difference {
      case .order(_, let new): new
      case .layoutAdded(let layout): layout.fields
      default: nil
      }
    },
    Key("oldPdu", .word(AdvertisingPDU.self), "the kind of advertising", absent: "unless it differs") {
      if case .pdu(let old, _) = $0 { old } else { nil }
    },
    Key("newPdu", .word(AdvertisingPDU.self), "the kind of advertising", absent: "unless it differs") {
      if case .pdu(_, let new) = $0 { new } else { nil }
    },
    Key("profile", .string, "the id of the scanner profile", absent: "unless a scanner differs") {
      $0.scanner?.profile
    },
    Key(
      "service", .uuid, "what the scanner filters for", null: "when it filters for nothing",
      absent: "unless a scanner differs"
    ) { difference in
      difference.scanner.map { change in if case .service(let uuid) = change.question { uuid } else { nil } }
    },
    Key("oldVerdict", .word(Verdict.Word.self), "the verdict", absent: "unless a scanner differs") { $0.scanner?.old },
    Key("newVerdict", .word(Verdict.Word.self), "the verdict", absent: "unless a scanner differs") { $0.scanner?.new },
    Key("rule", .string, "the id of the rule", absent: "unless it is a finding") { $0.finding?.rule },
    Key("severity", .word(Severity.self), "its severity", absent: "unless it is a finding") { $0.finding?.severity },
    Key("message", .string, "what is wrong", absent: "unless it is a finding") { $0.finding?.message },
    Key(
      "block", .word(Block.self), "the block of the finding", null: "when none is concerned",
      absent: "unless it is a finding"
    ) { $0.finding.map { $0.place.block } },
    Key(
      "offset", .integer, "of the first byte concerned", null: "when no payload is concerned",
      absent: "unless it is a finding"
    ) { $0.finding.map { $0.place.offset } },
    Key("length", .integer, "how many", null: "when no payload is concerned", absent: "unless it is a finding") {
      $0.finding.map { $0.place.length }
    },
  ]

  private static let kinds = [
    "addressChanged", "addressKindChanged", "pduChanged", "fieldAdded", "fieldGone", "fieldMoved", "fieldChanged",
    "orderChanged", "layoutAdded", "layoutGone", "intervalChanged", "strengthChanged", "scanResponsesChanged",
    "scannerChanged", "findingAdded", "findingGone",
  ]

  private static func kind(of difference: Difference) -> String {
    switch difference {
    case .address: "addressChanged"
    case .addressKind: "addressKindChanged"
    case .pdu: "pduChanged"
    case .added: "fieldAdded"
    case .gone: "fieldGone"
    case .moved: "fieldMoved"
    case .changed: "fieldChanged"
    case .order: "orderChanged"
    case .layoutAdded: "layoutAdded"
    case .layoutGone: "layoutGone"
    case .interval: "intervalChanged"
    case .strength: "strengthChanged"
    case .scanResponses: "scanResponsesChanged"
    case .scanner: "scannerChanged"
    case .findingAdded: "findingAdded"
    case .findingGone: "findingGone"
    }
  }

  // MARK: Fields

  static let field: Keys<SentField> = [
    Key("block", .word(Block.self), "the block") { $0.block },
    Key("offset", .integer, "of the AD structure, or of the UUID in its list") { $0.offset },
    Key("length", .integer, "bytes from there") { $0.length },
    Key(
      "type", .integer, "the AD type, of a listed service that of the list",
      null: "for what follows the last AD structure"
    ) { field in (field.listType ?? field.element?.type).map { Int($0.rawValue) } },
    Key(
      "service", .uuid, "the UUID of a listed service", null: "for any other field, and where bytes of the UUID vary"
    ) { field in if case .service(let uuid) = field.key, field.openUUID == nil { uuid } else { nil } },
    // The type of a list has a key of its own.
    Key("bytes", .octets, "the bytes") { $0.listType == nil ? $0.octets : Array($0.octets.dropFirst()) },
    Key(
      "decoded", .decoded, "the fields of the value, as `decode` has them",
      null: "for listed services, for types that are not decoded and for malformed values"
    ) { field in field.element.map { StructureDescription($0, in: PayloadContext(field.signs)) } },
  ]

  static let run: Keys<Range<Int>> = [
    Key("offset", .integer, "of the first byte, in the old payload") { $0.lowerBound },
    Key("length", .integer, "how many") { $0.count },
  ]

  /// Returns runs of octets by their offsets from the start of the payload.
  static func places(_ runs: [Range<Int>], in field: SentField) -> [Range<Int>] {
    runs.map { field.offset + $0.lowerBound..<field.offset + $0.upperBound }
  }
}

extension Difference {
  /// Both sides of a field that differs.
  fileprivate var fields: (old: SentField?, new: SentField?)? {
    switch self {
    case .added(let field): (nil, field)
    case .gone(let field): (field, nil)
    case .moved(let old, let new): (old, new)
    case .changed(let change): (change.old, change.new)
    default: nil
    }
  }

  fileprivate var scanner: ScannerChange? { if case .scanner(let change) = self { change } else { nil } }

  fileprivate var finding: Finding? {
    switch self {
    case .findingAdded(let finding), .findingGone(let finding): finding
    default: nil
    }
  }
}
