internal import AdvertisingData

/// Devices that programs log over several lines: a line with the address, then one with each value.
///
/// ```
/// [09:11:20][VV][esp32_ble_tracker:343]:   Address: 50:32:37:CD:11:45 (PUBLIC)
/// [09:11:20][VV][esp32_ble_tracker:345]:   RSSI: -75
/// [09:11:20][VV][esp32_ble_tracker:368]: Adv data: 02.01.1A.02.0A.0C.0A.FF.4C.00.10.05.0C.14.B8.FD.70 (17)
/// ```
///
/// ESPHome's data are both packets in one. Its other levels, noble on Windows and ioBroker log values.
///
/// Sources: ESPHome, `esp32_ble_tracker.cpp` and `bluetooth_proxy.cpp`; noble-uwp, `lib/bindings.js`; ioBroker.ble,
/// `src/main.ts`; what people print of a device of react-native-ble-plx, one key in a line.
struct DeviceBlockLines {
  private struct Form: Sendable {
    let program: ValueLine.Program
    /// The texts of which every line has one; none for lines that begin with a field.
    let marks: [String]
    /// The texts directly before the address of a device. A line with another of them and the same address does not begin
    /// the next device: some viewers show the latest line first.
    let openings: [String]
    let fields: [PrintedField]
    /// The text before the bytes of both packets.
    var bytes: String?
    /// Whether people hide the addresses of its lines.
    var hidesAddresses = false
    /// The text before the type of an AD structure, whose data are another field, or are not printed.
    var section: String?
  }

  private static let forms = [
    Form(
      program: .esphome, marks: ["esp32_ble_tracker:", "esp32_ble_tracker]", "bluetooth_proxy:", "bluetooth_proxy]"],
      openings: ["Address: ", "Found device ", " raw packet from "],
      fields: [
        PrintedField("RSSI: ", .rssi), PrintedField("RSSI=", .rssi), PrintedField("Name: ", .quotedName),
        PrintedField("Service UUID: ", .service),
      ], bytes: "Adv data: ", hidesAddresses: true),
    Form(
      program: .windows, marks: ["noble-uwp"],
      openings: [
        "watcher received: ", "connectableUndirected ", "connectableDirected ", "scannableUndirected ",
        "nonConnectableUndirected ", "scanResponse ",
      ],
      fields: [PrintedField("service UUID: ", .service), PrintedField("manufacturer data: ", .companyAndData)],
      section: "data section: "),
    Form(
      program: .noble, marks: ["ble.0", "ble.1"], openings: ["discovered peripheral ", " is handling "],
      fields: [
        PrintedField("manufacturerData = ", .companyAndData), PrintedField("serviceData = ", .serviceDataInJSON),
      ]),
    Form(
      program: .blePlx, marks: [], openings: ["id: \""],
      fields: [
        PrintedField("localName: ", .quotedName), PrintedField("name: ", .quotedName),
        PrintedField("manufacturerData: ", .companyInBase64), PrintedField("serviceUUIDs: ", .services),
        PrintedField("rssi: ", .rssi),
      ], hidesAddresses: true),
  ]

  private var open: Device?

  private struct Device {
    let form: Int
    let opening: String
    var heard: ValueLine
    var lines = 0
    /// The bytes of the device, which have its values.
    var bytes: MergedLine?
    /// The values that were not read.
    var losses: [LogLoss] = []
    /// The manufacturer data whose type was printed, until the data are.
    var unread: LogLoss?

    /// Whether lines of the device may follow.
    var isOpen: Bool { lines <= (bytes == nil ? DeviceBlockLines.maximumLines : DeviceBlockLines.mostLinesBehindBytes) }
  }

  /// The most lines of one device, even when other programs log between them.
  private static let maximumLines = 64
  /// The most lines behind its bytes: the strength can follow.
  private static let mostLinesBehindBytes = 8

  /// Whether values of a device are expected.
  var isOpen: Bool { open != nil }

  /// Returns whether a line begins a device, or has its bytes.
  static func begins(_ line: ArraySlice<UInt8>) -> Bool {
    guard let (form, message) = message(in: line) else { return false }
    return opening(of: forms[form], in: message, line: 1) != nil || bytes(of: forms[form], in: message) ?? nil != nil
  }

  /// Takes a line of such a program; returns `false` for any other.
  mutating func take(_ text: ArraySlice<UInt8>, line: Int, into output: inout LogOutput) -> Bool {
    open?.lines += 1
    if let device = open, !device.isOpen { finish(into: &output) }
    guard let (index, message) = Self.message(in: PlainLine.octets(of: text, gap: nil)) else { return false }
    let form = Self.forms[index]
    if let (opening, heard) = Self.opening(of: form, in: message, line: line) {
      if let device = open, device.form == index, device.opening != opening, heard.isNamed,
        device.heard.address.bits == heard.address.bits, device.heard.identifier == heard.identifier
      {
        if heard.address.type != .unstated { open?.heard.address = heard.address }
        open?.heard.rssi = heard.rssi ?? device.heard.rssi
        if let rssi = heard.rssi.flatMap({ Int8(exactly: $0) }) { open?.bytes?.rssi = rssi }
      } else {
        finish(into: &output)
        open = Device(form: index, opening: opening, heard: heard)
      }
      return true
    }
    if let bytes = Self.bytes(of: form, in: message) {
      guard let octets = bytes else {
        output.losses.append(
          LogLoss(line: line, expected: "as many bytes as the line says", found: "others, or bytes that are damaged"))
        return true
      }
      let heard = open?.form == index ? open?.heard : nil
      let merged = MergedLine(
        address: heard?.address ?? .anonymous, octets: octets, line: line,
        rssi: heard?.rssi.flatMap { Int8(exactly: $0) })
      if heard == nil || open?.bytes != nil {
        finish(into: &output)
        output.merged.append(merged)
      } else {
        open?.bytes = merged
        open?.lines = 0
      }
      return true
    }
    // ESPHome's other values are those of the bytes.
    guard let device = open, device.form == index, device.bytes == nil else { return form.bytes != nil }
    if let label = form.section, let type = Self.text(behind: label, of: form, in: message) {
      note(section: type, line: line)
      return true
    }
    for field in form.fields {
      guard let value = Self.text(behind: field.label, of: form, in: message) else { continue }
      var fields = PrintedFields(Self.trimmed(value), device.heard)
      if !fields.take(field.value) {
        fields.heard.values.noteUnread()
        open?.losses.append(LogLoss(line: line, expected: "a value of a device", found: "one of another form"))
      }
      open?.heard = fields.heard
      if !fields.heard.values.manufacturerData.isEmpty { open?.unread = nil }
      return true
    }
    return form.bytes != nil
  }

  /// Notes the type of a structure whose data the log may not have.
  private mutating func note(section type: ArraySlice<UInt8>, line: Int) {
    if type.starts(with: "manufacturerSpecificData".utf8) {
      open?.unread = LogLoss(line: line, expected: "manufacturer data", found: Self.typeAlone)
    } else if type.starts(with: "serviceData".utf8) {
      open?.heard.values.noteUnread()
      open?.losses.append(LogLoss(line: line, expected: "service data", found: Self.typeAlone))
    }
  }

  private static let typeAlone = "their type alone, which this library prints in their place"

  /// Ends the values of a device.
  mutating func finish(into output: inout LogOutput) {
    guard var device = open.take() else { return }
    if let unread = device.unread {
      device.heard.values.noteUnread()
      device.losses.append(unread)
    }
    if let bytes = device.bytes {
      output.merged.append(bytes)
    } else {
      output.losses += device.losses
      output.values.append(device.heard)
    }
  }

  /// Returns the form of a line, and its text behind the mark.
  private static func message(in line: ArraySlice<UInt8>) -> (form: Int, text: ArraySlice<UInt8>)? {
    for (index, form) in forms.enumerated() {
      if form.marks.isEmpty {
        if beginsWithField(form, line) { return (index, line) }
        continue
      }
      for mark in form.marks {
        if let rest = ValueText.text(behind: Array(mark.utf8), in: line) { return (index, rest) }
      }
    }
    return nil
  }

  private static func beginsWithField(_ form: Form, _ line: ArraySlice<UInt8>) -> Bool {
    let content = trimmed(line)
    return (form.openings + form.fields.map { $0.label }).contains { content.starts(with: Array($0.utf8)) }
  }

  /// Returns the text behind a label, which begins the line where the form has no mark.
  private static func text(behind label: String, of form: Form, in message: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let mark = Array(label.utf8)
    guard form.marks.isEmpty else { return ValueText.text(behind: mark, in: message) }
    let content = trimmed(message)
    return content.starts(with: mark) ? content.dropFirst(mark.count) : nil
  }

  private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = text.drop { $0 <= ASCII.space }
    while let last = text.last, last <= ASCII.space || last == UInt8(ascii: ",") { text = text.dropLast() }
    return text
  }

  /// Returns the device that a line begins, with what the line has of it.
  private static func opening(
    of form: Form, in message: ArraySlice<UInt8>, line: Int
  ) -> (opening: String, heard: ValueLine)? {
    for opening in form.openings {
      guard let rest = text(behind: opening, of: form, in: message) else { continue }
      var fields = PrintedFields(
        rest, ValueLine(program: form.program, address: .anonymous, values: HeardValues(), rssi: nil, line: line))
      fields.heard.values.mayBeMore = true
      let word = rest.prefix { $0 != ASCII.space && $0 != UInt8(ascii: "\"") }
      if form.hidesAddresses, HiddenAddress.isHidden(word) {
        fields.content.skip(word.count)
      } else {
        guard fields.take(.address), fields.heard.isNamed else { continue }
      }
      let name = trimmed(fields.content.rest)
      // noble on Windows prints the name there.
      if form.program == .windows, !name.isEmpty { fields.heard.values.name = String(decoding: name, as: UTF8.self) }
      let words = fields.content.rest.inLowerCase
      fields.heard.rssi = LineFacts.namedRSSI(in: words).map { Int($0) }
      return (opening, fields.heard)
    }
    return nil
  }

  /// Returns octets with points between them; `nil` for a line without, and no octets where the number of them that follows
  /// in brackets is another.
  private static func bytes(of form: Form, in message: ArraySlice<UInt8>) -> [UInt8]?? {
    guard let label = form.bytes, let rest = text(behind: label, of: form, in: message) else { return nil }
    let digits = rest.prefix { $0 != ASCII.space && $0 != UInt8(ascii: "(") }
    guard let octets = HexDigits.octets(of: digits.filter { $0 != UInt8(ascii: ".") }[...]), !octets.isEmpty else {
      return .some(nil)
    }
    let count = rest[digits.endIndex...].filter { ASCII.isDigit($0) }
    return .some(count.isEmpty || DecimalDigits.value(of: count[...]) == octets.count ? octets : nil)
  }
}
