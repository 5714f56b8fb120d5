package import AdvertFirmware
internal import AdvertisingData

/// The payloads of firmware images for people and machines.
package struct ImageReport: Sendable {
  private let images: [(path: String, image: FirmwareImage)]

  private let explains: Bool

  /// - Parameters:
  ///   - images: each with its path, in the order of the arguments.
  ///   - explains: whether to tell how programs were run.
  package init(_ images: [(path: String, image: FirmwareImage)], explains: Bool = false) {
    self.images = images
    self.explains = explains
  }

  package func text(_ style: TextStyle) -> String {
    var lines: [String] = []
    for (path, image) in images {
      if !lines.isEmpty { lines.append("") }
      lines.append(style.strong(HostileText.visible(path)) + "  \(image.kind)")
      if let absence = image.absence { lines.append("  " + HostileText.visible("\(absence)")) }
      for array in image.arrays { lines += [""] + Self.lines(array, style) }
      lines += Self.lines(of: image.layouts)
      let atRunTime = image.unread.filter { $0.reason == .filledAtRunTime }
      if !atRunTime.isEmpty {
        let names = atRunTime.map { Self.label($0.name, $0.place) }.joined(separator: ", ")
        lines += ["", "not known: \(names) \(atRunTime.count == 1 ? "is" : "are") filled when the program runs"]
      }
      for call in image.unreadCalls {
        let place = call.place.file.map { HostileText.visible($0) + (call.place.line.map { ":\($0)" } ?? "") + ": " }
        let member = call.place.member.map { HostileText.visible($0) + ": " }
        lines.append(
          (call.mayBeRead ? style.note("not read: ") : style.warning("not read: ")) + (member ?? "") + (place ?? "")
            + HostileText.visible(call.description))
      }
      if explains { for run in image.runs { lines += RunReport.lines(run, style) } }
      for remark in image.remarks { lines.append(style.note("note: ") + HostileText.visible(remark)) }
      for member in image.unreadMembers { lines.append(style.warning("not read: ") + HostileText.visible(member)) }
      for problem in image.problems {
        lines.append(style.warning("damaged: ") + HostileText.visible(problem))
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func lines(_ array: FirmwareImage.PayloadArray, _ style: TextStyle) -> [String] {
    let title =
      switch array.role {
      case .advertising: "Advertising data"
      case .scanResponse: "Scan response data"
      case .periodic: "Periodic advertising data"
      }
    let limit = array.payload.octets.count > 31 ? 1650 : 31
    return [style.faint(label(array.name, array.place) + evidence(array))]
      + ByteMap(title: title, payload: array.payload, limit: limit, marks: []).lines(style)
      + array.remarks.map { "  " + style.note("note: ") + $0 }
  }

  private static func evidence(_ array: FirmwareImage.PayloadArray) -> String {
    let evidence =
      switch array.evidence {
      case .type: ", known by its type"
      case .name: ", known by its name"
      case .call: ""
      case .option: ", as asked for"
      case .run: ", made when the program runs"
      }
    return evidence + (array.passedTo.map { ", passed to \(HostileText.visible($0))" } ?? "")
  }

  /// How each layout is sent, and how that is known.
  private static func lines(of layouts: [FirmwareLayout]) -> [String] {
    layouts.isEmpty
      ? []
      : [""]
        + layouts.map { layout in
          var line = HostileText.visible(layout.name) + ": sent as \(layout.pdu.rawValue)"
          if let interval = layout.parameters?.interval {
            let (least, most) = (
              ScanModeWords.milliseconds(microseconds: interval.lowerBound),
              ScanModeWords.milliseconds(microseconds: interval.upperBound)
            )
            line += least == most ? " every \(most) ms" : " every \(least) to \(most) ms"
          }
          line += ", " + evidence(layout.parameters)
          if let block = layout.blockOfAddedName {
            let name =
              layout.deviceName.map { "its name “\(HostileText.visible($0))”" } ?? "its name, which is not known,"
            line += "; the host adds \(name) to the \(block == .advertising ? "advertising" : "scan response") data"
          }
          return line
        }
  }

  private static func evidence(_ parameters: AdvertisingParameters?) -> String {
    switch parameters?.evidence {
    case .call(let function, let caller)?:
      "by the call of \(HostileText.visible(function)) in \(HostileText.visible(caller))"
    case .variable(let name)?: "by \(HostileText.visible(name))"
    case nil: "which is assumed: the image does not show the parameters"
    }
  }

  private static func label(_ name: String, _ place: ImagePlace) -> String {
    var label = HostileText.visible(name)
    if let member = place.member { label += " of \(HostileText.visible(member))" }
    if let file = place.file { label += " in \(HostileText.visible(file))" + (place.line.map { ":\($0)" } ?? "") }
    return label
  }

  package var json: String {
    var json = JSONWriter()
    json.object { json in
      json.value("schema", "advert.decode/1")
      json.array("images", images) { json, item in
        json.object { json in
          json.value("path", item.path)
          json.value("kind", item.image.kind)
          json.array("functions", item.image.functions) { $0.value(nil, $1) }
          json.array("remarks", item.image.remarks) { $0.value(nil, $1) }
          json.array("problems", item.image.problems + item.image.unreadMembers) { $0.value(nil, $1) }
          json.value("absence", item.image.absence.map { "\($0)" })
          json.array("payloads", item.image.arrays) { Self.write($1, to: &$0) }
          json.array("layouts", item.image.layouts) { Self.write($1, to: &$0) }
          json.array("unreadCalls", item.image.unreadCalls) { json, call in
            json.object { json in
              json.value("function", call.function)
              json.value("caller", call.caller)
              json.value("role", call.role.rawValue)
              json.value("reason", call.reason)
              json.value("mayBeRead", call.mayBeRead)
              Self.write(call.place, to: &json)
            }
          }
          json.array("unread", item.image.unread) { json, unread in
            json.object { json in
              json.value("name", unread.name)
              switch unread.reason {
              case .filledAtRunTime: json.value("reason", "filled when the program runs")
              case .noPayload(let reason): json.value("reason", reason)
              }
              Self.write(unread.place, to: &json)
            }
          }
          json.array("runs", explains ? item.image.runs : []) { RunReport.write($1, to: &$0) }
        }
      }
    }
    return json.text
  }

  private static func write(_ layout: FirmwareLayout, to json: inout JSONWriter) {
    json.object { json in
      json.value("name", layout.name)
      json.value("advertising", layout.advertising?.name)
      json.value("scanResponse", layout.scanResponse?.name)
      json.value("pdu", layout.pdu.rawValue)
      if let interval = layout.parameters?.interval {
        json.object("interval") { json in
          json.value("minimumMs", rounded: Double(interval.lowerBound) / 1000)
          json.value("maximumMs", rounded: Double(interval.upperBound) / 1000)
        }
      } else {
        json.null("interval")
      }
      switch layout.parameters?.evidence {
      case .call(let function, let caller)?:
        json.value("evidence", "call")
        json.value("shownBy", "\(function) in \(caller)")
      case .variable(let name)?:
        json.value("evidence", "variable")
        json.value("shownBy", name)
      case nil:
        json.value("evidence", "assumed")
        json.value("shownBy", nil as String?)
      }
      json.value("nameAddedTo", layout.blockOfAddedName?.rawValue)
      json.value("addedName", layout.deviceName)
    }
  }

  private static func write(_ array: FirmwareImage.PayloadArray, to json: inout JSONWriter) {
    json.object { json in
      json.value("name", array.name)
      json.value("role", array.role.rawValue)
      json.value("evidence", array.evidence.rawValue)
      json.value("passedTo", array.passedTo)
      json.value("stack", array.stack)
      write(array.place, to: &json)
      json.value("bytes", HexText.compact(array.payload.octets))
      json.value("length", array.payload.count)
      json.writeStructures(of: array.payload, in: PayloadContext(array.payload))
      json.array("remarks", array.remarks) { $0.value(nil, $1) }
      json.array("lines", array.writtenLines) { json, written in
        json.object { json in
          json.value("offset", written.octets.lowerBound)
          json.value("length", written.octets.count)
          json.value("line", written.line)
        }
      }
    }
  }

  private static func write(_ place: ImagePlace, to json: inout JSONWriter) {
    json.value("member", place.member)
    json.value("sourceFile", place.file)
    json.value("line", place.line)
    json.value("memoryAddress", place.address.flatMap { Int(exactly: $0) })
    json.value("fileOffset", place.fileOffset)
  }
}
