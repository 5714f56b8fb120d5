/// A form of manufacturer or service data in which every field has its place: a table of columns.
///
/// Most sensors send a row of numbers. Such a format needs no code of its own: a table has the place and the form of
/// each number.
struct FixedFormat: Sendable {
  /// The title of the data, for people: `SwitchBot Meter`.
  let title: String
  /// Signs that the device sends too, one of which identifies the form; empty when the data are enough.
  let signs: [DeviceHints.Sign]
  /// Octets that distinguish this form from the others of its format.
  let marks: [Mark]
  /// Octets that the columns take.
  let count: Int
  /// The octets that may follow the columns.
  let ending: Ending
  let columns: [Column]

  /// An octet whose bits under the mask identify the form.
  struct Mark: Sendable {
    let offset: UInt8
    let mask: UInt8
    let value: UInt8
  }

  /// The octets that may follow the columns.
  enum Ending: Sendable {
    /// None: the number of octets identifies the form. Data of another length have no form.
    case known
    /// None: more octets are a problem.
    case closed
    /// None: more octets are a problem, and no field contains them.
    case strict
    /// Any: newer devices add octets.
    case open
    /// Fields of their own: the columns find their places.
    case found
  }

  /// - Parameters:
  ///  - signs: signs that the device sends too, one of which identifies the form.
  ///  - marks: first octets that identify the form. Their fields are structure.
  ///  - count: octets of the data; of the columns when more may follow.
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

  /// The first octets that the marks cover.
  var beginning: [UInt8] {
    marks.enumerated().prefix { $0.offset == Int($0.element.offset) && $0.element.mask == .max }.map {
      $0.element.value
    }
  }

  /// Returns whether the data are of this form. Data that are too short are of it when they have its marks.
  func fits(_ octets: [UInt8], beside present: DeviceHints = .none) -> Bool {
    guard signs.isEmpty || present.hasOne(of: signs) else { return false }
    if case .known = ending, octets.count != count { return false }
    return marks.allSatisfy { $0.offset < octets.count && octets[Int($0.offset)] & $0.mask == $0.value }
  }

  /// Takes the data apart. Data that are too short are a problem.
  func reading(of octets: [UInt8]) -> KnownPayload.Reading {
    do throws(Malformation) {
      return try read(octets)
    } catch {
      return KnownPayload.Reading(
        title: title, fields: [Field("data", .octets(octets), at: octets.indices)] + structure,
        problems: [.length(error)])
    }
  }

  /// Takes the data apart. Throws when there are fewer octets than the columns take.
  ///
  /// - Parameter problems: other violations of the format.
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
  /// Returns the fields of data that are long enough.
  ///
  /// - Parameter start: the offset of these octets in the octets from which the places of the fields count.
  func fields(of octets: [UInt8], from start: Int = 0) -> [Field] {
    map { $0.field(of: octets).moved(by: start) }
  }

  /// The declarations of the fields.
  var declared: [DeclaredField] { map { $0.declared }.filter { !$0.key.isEmpty } }
}

extension Field {
  /// Returns the same field of a part that starts at `start` of the whole.
  func moved(by start: Int) -> Field {
    var field = self
    field.range = range.map { $0.lowerBound + start..<$0.upperBound + start }
    return field
  }
}

extension FixedFormat.Mark {
  /// Marks for the first octets of the data.
  @inline(never)
  static func beginning(_ octets: UInt8...) -> [Self] {
    octets.enumerated().map { Self(offset: UInt8(truncatingIfNeeded: $0.offset), mask: .max, value: $0.element) }
  }

  /// Marks for the bits of the first octet that are under the mask.
  static func bits(_ mask: UInt8, of value: UInt8) -> [Self] {
    [Self(offset: 0, mask: mask, value: value & mask)]
  }
}

extension KnownPayload.Format {
  /// A format whose forms are tables. Data without a form have no known format.
  ///
  /// - Parameters:
  ///   - isFoundByData: whether scanners find the devices by these data, so that no service list needs the UUID.
  ///   - isOfFormat: a further condition for data that fit a form.
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

  /// A format of devices with company identifiers of other makers: other signs that the devices send identify the form,
  /// or its marks when it has no signs. The data begin with the company identifier.
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

/// A measurement or an event in data with a list of them.
protocol DataObject {
  /// The octets as sent.
  var octets: [UInt8] { get }
  /// Returns the fields of the object, which begins at an offset of the data.
  func fields(from start: Int) -> [Field]
}

extension Field {
  /// Returns a field with objects that follow each other from an offset of the data, and the offset where they end.
  static func objects(_ objects: [some DataObject], from start: Int) -> (field: Field, end: Int) {
    var position = start
    var values: [Field.Value] = []
    for object in objects {
      values.append(.object(object.fields(from: position)))
      position += object.octets.count
    }
    return (Field("objects", .list(values), at: start..<position, wording: .items(separator: ", ")), position)
  }

  /// Returns the same for decrypted octets, the last of which may not be objects.
  static func objects(_ objects: [some DataObject], rest: ArraySlice<UInt8>, from start: Int) -> [Field] {
    let (field, end) = Self.objects(objects, from: start)
    return [field, Field("rest", .octets(Array(rest)), label: "not decoded", at: end..<end + rest.count)]
  }
}
