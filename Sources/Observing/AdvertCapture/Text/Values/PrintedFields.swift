internal import AdvertisingData

/// A field of a device as programs print it behind a name: `rssi=-50`, `manufacturer_data: {89: 0102}`.
struct PrintedField: Sendable {
  /// The value of a field.
  enum Value: Sendable {
    /// An address, or the identifier that Apple's systems have instead.
    case address
    /// A name in quotation marks.
    case quotedName
    /// A name without marks, which ends before the first of these texts that follows.
    case name(before: [String])
    /// A name without marks that can have the text at its end too: it ends before the last of the first of these texts that
    /// the line has.
    case longName(before: [String])
    case rssi
    case connectable
    /// A list of services.
    case services
    /// One service.
    case service
    case serviceData
    /// The octets of one service's data.
    case octets(of: BluetoothUUID)
    /// Data of companies by their number.
    case manufacturerData
    /// Data of one company, with its number before them.
    case companyAndData
    /// Data of one company in base64, with its number before them.
    case companyInBase64
    /// noble's list of service data in JSON.
    case serviceDataInJSON
    /// A name that the device did not advertise.
    case otherName(before: [String])
    /// A value that is left out.
    case other
  }

  let label: String
  let value: Value

  init(_ label: String, _ value: Value) {
    self.label = label
    self.value = value
  }
}

/// Reads the values of fields in the notation of whichever language printed them.
struct PrintedFields {
  var content: ValueText
  var heard: ValueLine

  init(_ content: ArraySlice<UInt8>, _ heard: ValueLine) {
    self.content = ValueText(content)
    self.heard = heard
  }

  private static let nothing = ["null", "None", "undefined", "nil", "Unknown"]
  /// The longest name, above those of all devices and texts that programs print in its place.
  private static let longestName = 320

  /// Takes a value; returns `false` for one of another form.
  mutating func take(_ value: PrintedField.Value) -> Bool {
    switch value {
    case .name(let ends):
      return takeName { text in ends.compactMap { ValueText.place(of: Array($0.utf8), in: text) }.min() }
    case .longName(let ends):
      return takeName { text in ends.lazy.compactMap { ValueText.lastPlace(of: $0, in: text) }.first }
    case .otherName(let ends):
      let name = heard.values.name
      defer { heard.values.name = name }
      return take(.name(before: ends))
    default: break
    }
    let start = content
    for word in Self.nothing where content.take(word) {
      if content.rest.first.map({ !ASCII.isAlphanumeric($0) }) ?? true { return true }
      content = start
    }
    // An optional value of Rust.
    let isOptional = content.take("Some(")
    return takeKnown(value) && (!isOptional || content.take(")"))
  }

  private mutating func takeKnown(_ value: PrintedField.Value) -> Bool {
    switch value {
    case .name, .longName, .otherName: return false
    case .address: return takeAddress()
    case .quotedName:
      guard let name = content.pythonString() else { return false }
      heard.values.name = name.isEmpty ? nil : name
    case .rssi:
      guard let rssi = content.number() else { return false }
      heard.rssi = rssi
    case .connectable:
      heard.isConnectable = content.take("true") || content.take("True") || content.take("1")
      return heard.isConnectable == true || content.take("false") || content.take("False") || content.take("0")
    case .service:
      guard let uuid = takeUUID() else { return false }
      heard.values.services.append(uuid)
    case .services:
      return elements("[", "]") { fields in
        guard let uuid = fields.takeUUID() else { return false }
        fields.heard.values.services.append(uuid)
        return true
      }
    case .octets(let service):
      guard let octets = takeOctets() else { return false }
      heard.values.serviceData[service] = octets
    case .serviceData:
      return elements("{", "}") { fields in
        guard let uuid = fields.takeUUID(), fields.takeSign(), let octets = fields.takeOctets() else { return false }
        fields.heard.values.serviceData[uuid] = octets
        return true
      }
    case .manufacturerData:
      return elements("{", "}") { fields in
        guard let company = fields.content.number().flatMap({ UInt16(exactly: $0) }), fields.takeSign(),
          let octets = fields.takeOctets()
        else { return false }
        fields.heard.values.manufacturerData[company] = octets
        return true
      }
    case .companyAndData: return takeOctets().map { takeCompany($0) } ?? false
    case .companyInBase64:
      guard let text = content.pythonString() else { return false }
      return Base64Text.octets(of: Array(text.utf8)[...]).map { takeCompany($0) } ?? false
    case .serviceDataInJSON:
      for entry in ScriptValue.read(content.rest).elements {
        guard let uuid = entry["uuid"]?.string.flatMap({ BluetoothUUID(text: $0) }), let octets = entry["data"]?.data
        else { return false }
        heard.values.serviceData[uuid] = octets
      }
      return content.rest.last == UInt8(ascii: "]")
    case .other: skipValue()
    }
    return true
  }

  private mutating func takeCompany(_ octets: [UInt8]) -> Bool {
    guard octets.count > 1 else { return octets.isEmpty }
    heard.values.manufacturerData[UInt16(octets[0]) | UInt16(octets[1]) << 8] = Array(octets.dropFirst(2))
    return true
  }

  /// Takes the elements of a list or a map.
  private mutating func elements(
    _ start: String, _ end: String, _ element: (inout PrintedFields) -> Bool
  ) -> Bool {
    var fields = self
    let isWhole = content.elements(from: start, to: end) { text in
      fields.content = text
      guard element(&fields) else { return false }
      text = fields.content
      return true
    }
    heard = fields.heard
    return isWhole
  }

  private mutating func takeSign() -> Bool { content.take(": ") || content.take("=") || content.take(":") }

  /// Takes an address or an identifier, and returns whether there was one.
  private mutating func takeAddress() -> Bool {
    if content.rest.first == UInt8(ascii: "b"), let octets = content.pythonBytes() {
      guard octets.count == 6 else { return false }
      heard.address = LineFacts.address(OctetOrder.bigEndian.number(of: octets[...]))
      return true
    }
    if let bits = PrintedAddress.bits(in: content.rest.prefix(PrintedAddress.length)) {
      content.skip(PrintedAddress.length)
      let words = content.rest.prefix(12).inLowerCase
      heard.address = LineFacts.address(bits, in: words)
      return true
    }
    // A shorter one names a service.
    guard content.rest.prefix(36).count(where: { HexDigits.value(of: $0) != nil }) == 32 else { return false }
    heard.identifier = takeUUID()
    return heard.identifier != nil
  }

  private mutating func takeUUID() -> BluetoothUUID? {
    if let first = content.rest.first, first == UInt8(ascii: "'") || first == UInt8(ascii: "\"") {
      return content.pythonString().flatMap { BluetoothUUID(text: $0) }
    }
    _ = content.take("0x") || content.take("0X")
    return content.uuid()
  }

  /// Takes numbers in brackets, bytes of Python, or hex, which can have points between the octets.
  private mutating func takeOctets() -> [UInt8]? {
    switch content.rest.first {
    case UInt8(ascii: "["): return content.octets()
    case UInt8(ascii: "b"):
      let start = content
      let isArray = content.take("bytearray(")
      if let octets = content.pythonBytes(), !isArray || content.take(")") { return octets }
      content = start
    default: break
    }
    let digits = content.rest.prefix { HexDigits.value(of: $0) != nil || $0 == UInt8(ascii: ".") }
    guard digits.endIndex == content.rest.endIndex || !ASCII.isAlphanumeric(content.rest[digits.endIndex]) else {
      return nil
    }
    content.skip(digits.count)
    return digits.isEmpty ? [] : HexDigits.octets(of: digits.filter { $0 != UInt8(ascii: ".") }[...])
  }

  private mutating func takeName(_ end: (ArraySlice<UInt8>) -> Int?) -> Bool {
    let near = content.rest.prefix(Self.longestName)
    guard let end = end(near) else { return false }
    let name = near[..<end]
    if !name.isEmpty, !Self.nothing.contains(where: { name.elementsEqual($0.utf8) }) {
      heard.values.name = String(decoding: name, as: UTF8.self)
    }
    content.skip(name.count)
    return true
  }

  /// Passes a value, up to a comma or a bracket that it did not open.
  private mutating func skipValue() {
    var depth = 0
    for place in content.rest.indices {
      switch content.rest[place] {
      case UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "("): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ")"): depth -= 1
      case UInt8(ascii: ",") where depth == 0: depth = -1
      default: break
      }
      if depth < 0 {
        content.skip(place - content.rest.startIndex)
        return
      }
    }
    content.skip(content.rest.count)
  }
}

/// The form in which a program prints a device in one line.
struct PrintedForm: Sendable {
  let program: ValueLine.Program
  /// The text before the fields.
  let start: String
  /// The text behind the last field; empty for fields that end with the line, or that other text stands between.
  var end = ""
  let fields: [PrintedField]
  /// The value that follows the start directly; `nil` for a field.
  var first: PrintedField.Value?
  /// Whether other text can stand between the fields.
  var isLoose = false
  /// Whether a field of another name is passed; otherwise the line is not read.
  var passesOthers = false
  /// Whether a line without an address is read.
  var allowsNoAddress = false
  /// Whether the program, or the form, leaves values out.
  var leavesOut = false
  /// The text between devices, where a line can have several; such a line can also be cut.
  var next: String?

  /// Returns the devices of a line; empty for a line that is not read to its end.
  func values(in text: ArraySlice<UInt8>, line: Int) -> [ValueLine] {
    let plain = PlainLine.octets(of: text, gap: nil)
    guard let place = ValueText.place(of: Array(start.utf8), in: plain) else { return [] }
    let head = plain[..<place]
    var rest = plain[(place + start.utf8.count)...]
    var all: [ValueLine] = []
    while true {
      var fields = PrintedFields(
        rest, ValueLine(program: program, address: .anonymous, values: HeardValues(), rssi: nil, line: line))
      fields.heard.values.mayBeMore = leavesOut
      guard take(&fields) else { return all }
      if !fields.heard.isNamed { takeOwner(in: head, &fields) }
      guard fields.heard.isNamed || allowsNoAddress else { return all }
      takeRSSI(isLoose ? rest : fields.content.rest, head, &fields)
      all.append(fields.heard)
      guard let next, fields.content.take(next) else { return all }
      rest = fields.content.rest
    }
  }

  private func take(_ fields: inout PrintedFields) -> Bool {
    if let first, !fields.take(first) || !isLoose && !fields.content.take(", ") { return false }
    guard !isLoose else {
      for field in self.fields {
        var later = fields
        guard later.content.text(before: field.label) != nil else { continue }
        guard later.take(field.value) else { return false }
        fields = later
      }
      return true
    }
    while true {
      if let field = self.fields.first(where: { fields.content.take($0.label) }) {
        guard fields.take(field.value) else { return false }
      } else if passesOthers, !fields.content.rest.isEmpty {
        _ = fields.take(.other)
      } else {
        return false
      }
      if !end.isEmpty, fields.content.take(end) || fields.content.take(" " + end) { return true }
      if fields.content.take(", ") { continue }
      if end.isEmpty { return true }
      // A text that the logger cut has no end.
      guard next != nil else { return false }
      fields.heard.values.noteUnread()
      return true
    }
  }

  /// Takes the last address before the values, or the identifier that Apple's systems have instead.
  private func takeOwner(in head: ArraySlice<UInt8>, _ fields: inout PrintedFields) {
    if let address = HexItem.items(in: Array(head)).last(where: { $0.form == .address }) {
      fields.heard.address = LineFacts.address(address.number)
    } else {
      fields.heard.identifier = LineFacts.identifier(in: head)
    }
  }

  /// Takes the strength that stands behind the values, or before them.
  private func takeRSSI(
    _ behind: ArraySlice<UInt8>, _ head: ArraySlice<UInt8>, _ fields: inout PrintedFields
  ) {
    guard fields.heard.rssi == nil else { return }
    let around = [behind, head].lazy.map { part in part.inLowerCase }
    fields.heard.rssi = around.compactMap { part in LineFacts.namedRSSI(in: part).map { Int($0) } }.first
  }
}
