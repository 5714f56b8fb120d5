internal import AdvertDiff
internal import AdvertLint
internal import AdvertScan
internal import AdvertisingData

extension DiffReport {
  /// The document `advert.diff/1`.
  package var json: String {
    var json = JSONWriter()
    json.object { json in
      json.value("schema", "advert.diff/1")
      json.value("manifest", manifest)
      json.value("old", sides.old)
      json.value("new", sides.new)
      json.array("ignored", DiffAspect.allCases.filter(run.ignored.contains)) { $0.value(nil, $1.rawValue) }
      json.value("differs", run.differs)
      json.value("complete", run.isWhole)
      json.array("devices", run.devices) { json, diff in json.object { json in Self.write(diff, to: &json) } }
      json.array("groups", run.groups) { json, group in
        json.object { json in
          json.value("name", group.name)
          json.array("companies", group.companies) { $0.value(nil, Int($1)) }
          json.array("services", group.services) { $0.value(nil, $1.description) }
          json.value("oldCount", group.oldCount)
          json.value("newCount", group.newCount)
        }
      }
      json.object("summary") { json in
        json.value("oldDevices", run.counts.old)
        json.value("newDevices", run.counts.new)
        json.value("changed", run.changedCount)
        json.value("gone", run.goneCount)
        json.value("new", run.newCount)
        json.value("equal", run.equalCount)
      }
    }
    return json.text
  }

  private static func write(_ diff: DeviceDiff, to json: inout JSONWriter) {
    json.value("matchedBy", diff.match?.rawValue)
    write(diff.old, "old", to: &json)
    write(diff.new, "new", to: &json)
    json.array("differences", diff.differences) { json, difference in
      json.object { json in DifferenceJSON(difference).write(to: &json) }
    }
    json.array("varying", diff.varying) { json, varying in
      json.object { json in
        DifferenceJSON.write(varying.field, "field", to: &json)
        DifferenceJSON.write(varying.octets, of: varying.field, to: &json)
        json.value("oldValues", varying.distinct.first)
        json.value("newValues", varying.distinct.last)
      }
    }
    json.array("unknown", diff.gaps) { json, gap in
      json.object { json in
        let (reason, block, isOld) =
          switch gap {
          case .scanResponseNotObserved(let isOld): ("notObserved", Block.scanResponse, isOld)
          case .advertisingNotObserved(let isOld): ("notObserved", .advertising, isOld)
          case .addedByHost(let block, let isOld): ("addedByHost", block, isOld)
          }
        json.value("reason", reason)
        json.value("block", block.rawValue)
        json.value("side", isOld ? "old" : "new")
      }
    }
  }

  private static func write(_ device: DiffDevice?, _ key: String, to json: inout JSONWriter) {
    guard let device else {
      json.null(key)
      return
    }
    json.object(key) { json in
      json.value("path", device.path)
      json.value("address", device.address)
      json.value("addressType", device.addressKind?.rawValue)
      json.value("name", device.name)
      json.value("layoutName", device.layoutName)
      json.value("origin", device.address == nil ? nil : device.isHost ? "host" : "air")
      json.value("advertisements", device.advertisements)
      json.value("scanResponses", device.scanResponses)
      DifferenceJSON.write(device.strength, "rssi", to: &json)
      DifferenceJSON.write(device.interval, "interval", to: &json)
    }
  }
}

/// One difference as the members of an object: `kind` and `aspect`, then what the kind has.
private struct DifferenceJSON {
  private let difference: Difference

  init(_ difference: Difference) {
    self.difference = difference
  }

  func write(to json: inout JSONWriter) {
    json.value("kind", kind)
    json.value("aspect", difference.aspect.rawValue)
    switch difference {
    // The device has both.
    case .address, .addressKind, .interval, .strength, .scanResponses: break
    case .pdu(let old, let new):
      json.value("oldPdu", old.rawValue)
      json.value("newPdu", new.rawValue)
    case .added(let field):
      json.null("old")
      Self.write(field, "new", to: &json)
    case .gone(let field):
      Self.write(field, "old", to: &json)
      json.null("new")
    case .moved(let old, let new):
      Self.write(old, "old", to: &json)
      Self.write(new, "new", to: &json)
    case .changed(let change):
      Self.write(change.old, "old", to: &json)
      Self.write(change.new, "new", to: &json)
      Self.write(change.octets, of: change.old, to: &json)
    case .order(let old, let new):
      Self.write(old, "oldFields", to: &json)
      Self.write(new, "newFields", to: &json)
    case .layoutAdded(let layout):
      json.value("pdu", layout.pdu?.rawValue)
      Self.write(layout.fields, "newFields", to: &json)
    case .layoutGone(let layout):
      json.value("pdu", layout.pdu?.rawValue)
      Self.write(layout.fields, "oldFields", to: &json)
    case .scanner(let change):
      json.value("profile", change.profile)
      if case .service(let uuid) = change.question {
        json.value("service", uuid.description)
      } else {
        json.null("service")
      }
      json.value("oldVerdict", change.old.rawValue)
      json.value("newVerdict", change.new.rawValue)
    case .findingAdded(let finding), .findingGone(let finding):
      json.value("rule", finding.rule)
      json.value("severity", finding.severity.rawValue)
      json.value("message", finding.message)
      json.value("block", finding.place.block?.rawValue)
      json.value("offset", finding.place.offset)
      json.value("length", finding.place.length)
    }
  }

  private var kind: String {
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

  static func write(_ field: SentField, _ key: String, to json: inout JSONWriter) {
    json.object(key) { json in write(field, to: &json) }
  }

  private static func write(_ fields: [SentField], _ key: String, to json: inout JSONWriter) {
    json.array(key, fields) { json, field in json.object { json in write(field, to: &json) } }
  }

  private static func write(_ field: SentField, to json: inout JSONWriter) {
    let type = field.listType ?? field.element?.type
    json.value("block", field.block.rawValue)
    json.value("offset", field.offset)
    json.value("length", field.length)
    json.value("type", type.map { Int($0.rawValue) })
    if case .service(let uuid) = field.key { json.value("service", uuid.description) } else { json.null("service") }
    // The type of a list stands beside.
    let octets = field.listType == nil ? field.octets : Array(field.octets.dropFirst())
    json.value("bytes", HexText.compact(octets))
    if let element = field.element {
      StructureDescription(element, in: PayloadContext(field.signs)).writeDecoded(to: &json, key: "decoded")
    } else {
      json.null("decoded")
    }
  }

  /// Runs of octets by their offsets from the start of the old payload.
  static func write(_ runs: [Range<Int>], of field: SentField, to json: inout JSONWriter) {
    json.array("octets", runs) { json, run in
      json.object { json in
        json.value("offset", field.offset + run.lowerBound)
        json.value("length", run.count)
      }
    }
  }

  static func write(_ interval: DiffInterval?, _ key: String, to json: inout JSONWriter) {
    guard let interval else {
      json.null(key)
      return
    }
    json.object(key) { json in
      let isEstimate = interval.samples != nil
      let ends = [interval.range.lowerBound, interval.range.upperBound].map { Double($0) / 1000 }
      func write(_ key: String, _ value: Double?) {
        if let value { json.value(key, rounded: value) } else { json.null(key) }
      }
      write("estimateMs", isEstimate ? ends[0] : nil)
      json.value("samples", interval.samples)
      write("minimumMs", isEstimate ? nil : ends[0])
      write("maximumMs", isEstimate ? nil : ends[1])
    }
  }

  static func write(_ strength: DiffStrength?, _ key: String, to json: inout JSONWriter) {
    guard let strength else {
      json.null(key)
      return
    }
    json.object(key) { json in
      json.value("min", Int(strength.min))
      json.value("median", Int(strength.median))
      json.value("max", Int(strength.max))
    }
  }
}
