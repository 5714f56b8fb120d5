/// A form of manufacturer or service data in which every field has its place: a table of columns.
///
/// Most sensors send a row of numbers. Such a format needs no code of its own: a table says where each number is, and how
/// it is written.
struct FixedFormat: Sendable {
  /// What the data are, for people: `SwitchBot Meter`.
  let title: String
  /// What else the device sends, one of which the form is known by; empty when the data are enough.
  let signs: [DeviceHints.Sign]
  /// Octets that tell this form from the others of its format.
  let marks: [Mark]
  /// Octets that the columns take.
  let count: Int
  /// What may follow the columns.
  let ending: Ending
  let columns: [Column]

  /// An octet whose bits under the mask say which form the data are of.
  struct Mark: Sendable {
    let offset: UInt8
    let mask: UInt8
    let value: UInt8
  }

  /// What may follow the columns.
  enum Ending: Sendable {
    /// Nothing: the number of octets is what the form is known by. Data of another length are of no form.
    case known
    /// Nothing: more octets are a problem.
    case closed
    /// Nothing: more octets are a problem, and no field has them.
    case strict
    /// Anything: newer devices add octets.
    case open
    /// Fields of their own: the columns say where they are.
    case found
  }

  /// - Parameters:
  ///   - signs: what else the device sends, one of which the form is known by.
  ///   - marks: first octets that the form is known by. They are told as structure.
  ///   - count: octets of the data; of those that the columns take, when more may follow.
  @inline(never)
  init(
    _ title: String, beside signs: [DeviceHints.Sign] = [], marks: [Mark] = [], count: Int, _ ending: Ending,
    _ columns: [Column]
  ) {
    self.title = title
    self.signs = signs
    self.marks = marks
    self.count = count
    self.ending = ending
    self.columns = columns
  }

  /// The first octets, as far as the marks have them.
  var beginning: [UInt8] {
    marks.enumerated().prefix { $0.offset == Int($0.element.offset) && $0.element.mask == .max }.map {
      $0.element.value
    }
  }

  /// Whether the data are of this form. Data that are too short are, when their marks are there.
  func fits(_ octets: [UInt8], beside present: DeviceHints = .none) -> Bool {
    guard signs.isEmpty || present.hasOne(of: signs) else { return false }
    if case .known = ending, octets.count != count { return false }
    return marks.allSatisfy { $0.offset < octets.count && octets[Int($0.offset)] & $0.mask == $0.value }
  }

  /// The data taken apart. Data that are too short are a problem.
  func reading(of octets: [UInt8]) -> KnownPayload.Reading {
    do throws(Malformation) {
      return try read(octets)
    } catch {
      return KnownPayload.Reading(
        title: title, fields: [Field("data", .octets(octets), at: octets.indices)] + structure,
        problems: [.length(error)])
    }
  }

  /// The data taken apart. Throws when there are fewer octets than the columns take.
  ///
  /// - Parameter problems: what else does not fit the format.
  func read(_ octets: [UInt8], problems: [KnownPayload.Problem] = []) throws(Malformation) -> KnownPayload.Reading {
    try octets.require(count)
    let rest = Array(octets[count...])
    var surplus: [Field] = []
    var problems = problems
    switch ending {
    case .known, .found: break
    case .strict: problems += KnownPayload.Problem.surplus(rest, at: count)
    case .closed, .open:
      if !rest.isEmpty { surplus = [Field("rest", .octets(rest), label: "not decoded", at: count..<octets.count)] }
      if case .closed = ending { problems += KnownPayload.Problem.surplus(rest, at: count) }
    }
    return KnownPayload.Reading(
      title: title + ":", fields: columns.fields(of: octets) + surplus + structure, problems: problems)
  }

  private var structure: [Field] {
    marks.map { mark in
      Field(
        "", .null, at: Int(mark.offset)..<Int(mark.offset) + 1, role: mark.mask == .max ? .structure : .bits(mark.mask))
    }
  }
}

extension [FixedFormat.Column] {
  /// The fields of data that are long enough.
  ///
  /// - Parameter start: where these octets begin in those that the places of the fields count from.
  func fields(of octets: [UInt8], from start: Int = 0) -> [Field] {
    map { $0.field(of: octets).moved(by: start) }
  }

  /// What the fields can be.
  var declared: [DeclaredField] { map { $0.declared }.filter { !$0.key.isEmpty } }
}

extension Field {
  /// The same field of a part that starts at `start` of the whole.
  func moved(by start: Int) -> Field {
    var field = self
    field.range = range.map { $0.lowerBound + start..<$0.upperBound + start }
    return field
  }
}

extension FixedFormat.Mark {
  /// The first octets of the data.
  @inline(never)
  static func beginning(_ octets: UInt8...) -> [Self] {
    octets.enumerated().map { Self(offset: UInt8(truncatingIfNeeded: $0.offset), mask: .max, value: $0.element) }
  }

  /// The bits of the first octet that are under the mask.
  static func bits(_ mask: UInt8, of value: UInt8) -> [Self] {
    [Self(offset: 0, mask: mask, value: value & mask)]
  }
}

extension KnownPayload.Format {
  /// A format whose forms are tables. Data of no form are of no known format.
  ///
  /// - Parameters:
  ///   - isFoundByData: whether scanners find the devices by these data, so that no service list needs the UUID.
  ///   - isOfFormat: what else data that fit a form must fulfil.
  @inline(never)
  convenience init(
    _ id: String, name: String, in carrier: KnownPayload.Discriminator, isFoundByData: Bool = false,
    forms: [FixedFormat],
    where isOfFormat: (@Sendable (_ octets: [UInt8]) -> Bool)? = nil
  ) {
    self.init(
      id: id, name: name, carrier: carrier,
      declaredFields: forms.flatMap { $0.declaredFields(ofAtLeast: carrier.fewestOctets) },
      form: { octets, _, signs in
        guard let form = forms.firstIndex(where: { $0.fits(octets, beside: signs) }) else { return nil }
        return isOfFormat?(octets) ?? true ? form : nil
      },
      read: { octets, _, form in forms[form].reading(of: octets) }, isFoundByData: { _, _ in isFoundByData })
  }

  /// A format of devices whose company identifiers are not those of their makers: forms are known by what else the devices
  /// send, or by their marks when they have no signs. The data begin with the company identifier.
  @inline(never)
  convenience init(_ id: String, name: String, devices forms: [FixedFormat]) {
    var signs: [DeviceHints.Sign] = []
    for sign in forms.flatMap({ $0.signs }) where !signs.contains(sign) { signs.append(sign) }
    var beginnings: [[UInt8]] = []
    for form in forms where form.signs.isEmpty {
      if !beginnings.contains(form.beginning) { beginnings.append(form.beginning) }
    }
    self.init(id, name: name, in: .devices(beginnings: beginnings, signs: signs), forms: forms)
  }
}

/// A measurement or an event in data that have a list of them.
protocol DataObject {
  /// As sent.
  var octets: [UInt8] { get }
  /// Its fields, when it begins at an offset of the data.
  func fields(from start: Int) -> [Field]
}

extension Field {
  /// Objects that follow each other from an offset of the data, and where they end.
  static func objects(_ objects: [some DataObject], from start: Int) -> (field: Field, end: Int) {
    var position = start
    var values: [Field.Value] = []
    for object in objects {
      values.append(.object(object.fields(from: position)))
      position += object.octets.count
    }
    return (Field("objects", .list(values), at: start..<position, wording: .items(separator: ", ")), position)
  }

  /// The same of decrypted octets, of which the last may be no objects.
  static func objects(_ objects: [some DataObject], rest: ArraySlice<UInt8>, from start: Int) -> [Field] {
    let (field, end) = Self.objects(objects, from: start)
    return [field, Field("rest", .octets(Array(rest)), label: "not decoded", at: end..<end + rest.count)]
  }
}
