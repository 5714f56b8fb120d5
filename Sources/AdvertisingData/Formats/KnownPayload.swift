/// Manufacturer or service data in a format that its vendor or a standard made public.
///
/// Recognising is total: data that belong to a format and are too short for it are recognised too. What is wrong with them
/// is one of the ``problems``.
public struct KnownPayload: Hashable, Sendable {
  /// The format that the data were recognised as.
  public let format: Format
  /// The company identifier, or the 16-bit UUID of the service.
  public let owner: UInt16
  /// The octets after the company identifier or service UUID.
  public let octets: [UInt8]

  /// The formats known here. A new one is one file beside this one, and one line here. Data that fit several are of the first.
  public static let formats: [Format] =
    [
      AltBeacon.format,
      IBeacon.format,
      Continuity.format,
      SwiftPair.format,
      ConnectedDevicesBeacon.format,
      RuuviTag.format,
      Eddystone.format,
      FastPair.format,
      ExposureNotification.format,
      BTHome.format,
      MatterCommissioning.format,
      MiBeacon.format,
      RemoteID.format,
      AudioAnnouncement.format,
      MeshProvisioning.format,
      MeshProxy.format,
      UnwantedTracking.format,
      Qingping.format,
      BTHomeV1.format,
    ] + trackers + sensors

  /// The formats that are tables: whatever has their marks is of them, and only its length can be wrong. A new one is one
  /// file in `Sensors`, and one line here.
  public static let sensors: [Format] = [
    SwitchBot.format,
    ThermometerFirmware.format,
    CharacteristicValue.format,
    MiScale.weight,
    MiScale.bodyComposition,
    Aranet.format,
    Sensirion.format,
    OralB.format,
    Victron.format,
    RuuviAir.format,
    BParasite.format,
    BlueMaestro.format,
    Michelin.format,
    MikroTik.format,
    Govee.format,
  ]

  /// The format of manufacturer data, `nil` when it is none of those known here.
  public static func recognised(in data: ManufacturerData) -> KnownPayload? {
    // A company identifier alone is no data.
    guard !data.data.isEmpty else { return nil }
    guard
      let format = formats.first(where: {
        guard case .company(let company, let beginnings) = $0.carrier, company ?? data.company == data.company else {
          return false
        }
        guard beginnings.isEmpty || beginnings.contains(where: { data.data.starts(with: $0) }) else { return false }
        return $0.recognises(data.data, data.company)
      })
    else { return nil }
    return KnownPayload(format: format, owner: data.company, octets: data.data)
  }

  /// The format of service data, `nil` when it is none of those known here. The width of the UUID does not matter.
  public static func recognised(in data: ServiceData) -> KnownPayload? {
    guard let number = data.uuid.assignedNumber16,
      let format = formats.first(where: {
        guard case .services(let numbers) = $0.carrier, numbers.contains(number) else { return false }
        return $0.recognises(data.data, number)
      })
    else { return nil }
    return KnownPayload(format: format, owner: number, octets: data.data)
  }

  /// What data of known formats begin with: manufacturer data of this company that begin otherwise are of none. An empty
  /// beginning is that of any data.
  public static func beginnings(inDataOf company: UInt16) -> [[UInt8]] {
    formats.flatMap { format -> [[UInt8]] in
      guard case .company(let owner, let beginnings) = format.carrier, owner ?? company == company else { return [] }
      return beginnings.isEmpty ? [[]] : beginnings
    }
  }

  /// The data with the meaning that their format gives them. `nil` when they are of another format, or too short.
  public func value<Value: KnownFormat>(as type: Value.Type = Value.self) -> Value? {
    guard format == Value.format else { return nil }
    do throws(Malformation) {
      return try Value(decoding: octets, of: owner)
    } catch {
      return nil
    }
  }

  /// The data taken apart, whatever their format is.
  public var reading: Reading { format.read(octets, owner) }

  /// What does not fit the format; empty when everything does.
  public var problems: [Problem] { reading.problems }

  /// Whether part of the meaning given here rests on general knowledge rather than on a source: to be labelled so.
  public var isUnverified: Bool { reading.isUnverified }

  /// Whether scanners find the device by these data, so that no service list needs the UUID.
  public var isFoundByData: Bool { format.isFoundByData(octets, owner) }

  /// What kind of device sends the data: `AirPods Pro (2nd generation)`, `Tile tracker`. `nil` when they do not say.
  public var device: String? { format.device(octets, owner) }

  /// Data taken apart.
  public struct Reading: Hashable, Sendable {
    /// What the data are, for people; stands in front of the fields.
    public let title: String
    /// What the data say, field by field. Places count from the first octet after the company identifier or service
    /// UUID.
    public let fields: [Field]
    /// What does not fit the format; empty when everything does.
    public let problems: [Problem]
    /// The fields encoded again: the octets that were read.
    public let octets: [UInt8]

    /// Whether part of the meaning given here rests on general knowledge rather than on a source.
    public var isUnverified: Bool { fields.hasUnverified }
  }

  /// A known format: its names, the data it is recognised by, and how they are read.
  public struct Format: Sendable {
    /// For machines; never changes.
    public let id: String
    /// For people.
    public let name: String
    /// Whether devices of any kind send such data, so that the format does not say what a device is.
    public let isOfAnyDevice: Bool
    let carrier: Carrier
    /// Whether data of the carrier are of the format.
    let recognises: @Sendable (_ octets: [UInt8], _ owner: UInt16) -> Bool
    let read: @Sendable (_ octets: [UInt8], _ owner: UInt16) -> Reading
    let isFoundByData: @Sendable (_ octets: [UInt8], _ owner: UInt16) -> Bool
    let device: @Sendable (_ octets: [UInt8], _ owner: UInt16) -> String?

    init(
      id: String, name: String, isOfAnyDevice: Bool = false, carrier: Carrier,
      recognises: @escaping @Sendable (_ octets: [UInt8], _ owner: UInt16) -> Bool,
      read: @escaping @Sendable (_ octets: [UInt8], _ owner: UInt16) -> Reading,
      isFoundByData: @escaping @Sendable (_ octets: [UInt8], _ owner: UInt16) -> Bool,
      device: @escaping @Sendable (_ octets: [UInt8], _ owner: UInt16) -> String? = { _, _ in nil }
    ) {
      self.id = id
      self.name = name
      self.isOfAnyDevice = isOfAnyDevice
      self.carrier = carrier
      self.recognises = recognises
      self.read = read
      self.isFoundByData = isFoundByData
      self.device = device
    }

    init<Value: KnownFormat>(_ id: String, name: String, in carrier: Carrier, as type: Value.Type) {
      self.id = id
      self.name = name
      isOfAnyDevice = false
      self.carrier = carrier
      recognises = { Value.recognises($0, of: $1) }
      isFoundByData = { Value.isFoundByData($0, of: $1) }
      device = { octets, owner in
        do throws(Malformation) { return try Value(decoding: octets, of: owner).device } catch { return nil }
      }
      read = { octets, owner in
        do throws(Malformation) {
          let value = try Value(decoding: octets, of: owner)
          return Reading(title: value.title, fields: value.fields, problems: value.problems, octets: value.octets)
        } catch {
          // Octets that decide how the others are read have their roles nevertheless.
          let roles = Value.beginning(of: octets).map { Field("", .null, at: $0.range, role: $0.role) }
          return Reading(
            title: name, fields: [Field("data", .octets(octets), at: octets.indices)] + roles,
            problems: [.length(error)], octets: octets)
        }
      }
    }
  }

  /// What tells data of a format from others.
  enum Carrier: Sendable {
    /// Manufacturer data of a company, of any when it is `nil`, with one of these beginnings; with any when there are none.
    case company(UInt16?, beginnings: [[UInt8]])
    /// Service data of one of these 16-bit UUIDs.
    case services([UInt16])
  }
}

extension KnownPayload.Format {
  /// Where data of the format are found, in words: `service data of fd3d`, `manufacturer data of 0x0499 that begin with 05`.
  public var carrierDescription: String {
    switch carrier {
    case .company(let company, let beginnings):
      let owner = company.map { "manufacturer data of " + HexDigits.number($0, octets: 2) } ?? "manufacturer data"
      let starts = beginnings.filter { !$0.isEmpty }.map { HexText.compact($0) }
      return starts.isEmpty ? owner : "\(owner) that begin with \(starts.joined(separator: " or "))"
    case .services(let numbers):
      return "service data of " + numbers.map { BluetoothUUID(UInt32($0)).description }.joined(separator: ", ")
    }
  }
}

extension KnownPayload.Format: Hashable {
  public static func == (one: Self, other: Self) -> Bool { one.id == other.id }

  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// A format of manufacturer or service data: how octets become values and values octets, what the fields mean, and what
/// data should look like.
public protocol KnownFormat: Hashable, Sendable {
  /// The format: its names, and the data it is recognised by.
  static var format: KnownPayload.Format { get }
  /// Throws only when the octets are too few to be taken apart.
  ///
  /// - Parameters:
  ///   - octets: what follows the company identifier or the UUID of the service.
  ///   - owner: the company identifier or the 16-bit UUID of the service, which few formats need.
  init(decoding octets: [UInt8], of owner: UInt16) throws(Malformation)
  /// Encoded again: the octets that were decoded, also when something is wrong with them.
  var octets: [UInt8] { get }
  /// What the data are, for people. The name of the format, unless it has several forms.
  var title: String { get }
  /// What the data say, field by field. Places count from the first octet after the company identifier or service UUID.
  var fields: [Field] { get }
  /// What kind of device sends the data, when they say so: `AirPods Pro (2nd generation)`.
  var device: String? { get }
  /// What does not fit the format; empty when everything does.
  var problems: [KnownPayload.Problem] { get }
  /// The ranges and roles of what decoding looks at before it finds that there are too few octets. Keys and values do not
  /// matter.
  static func beginning(of octets: [UInt8]) -> [Field]
  /// Whether data of the carrier are of the format: for formats that share a service with others, or a company.
  static func recognises(_ octets: [UInt8], of owner: UInt16) -> Bool
  /// Whether scanners find devices by service data that begin like these, so that no service list needs the UUID. False
  /// for a format that asks for the list.
  static func isFoundByData(_ octets: [UInt8], of owner: UInt16) -> Bool
}

extension KnownFormat {
  public var title: String { Self.format.name }
  /// The data do not say it.
  public var device: String? { nil }
  /// Nothing is wrong with any data of the format.
  public var problems: [KnownPayload.Problem] { [] }
  public static func beginning(of octets: [UInt8]) -> [Field] { [] }
  public static func recognises(_ octets: [UInt8], of owner: UInt16) -> Bool { true }
  public static func isFoundByData(_ octets: [UInt8], of owner: UInt16) -> Bool { false }
}

extension KnownPayload {
  /// What does not fit the format. Offsets count from the first octet after the company identifier or the service UUID.
  public enum Problem: Hashable, Sendable {
    /// The payload is too short to be taken apart at all.
    case length(Malformation)
    /// Octets follow that the format does not have.
    case surplus(offset: Int, count: Int)
    /// Bits or octets that are reserved are not zero.
    case reserved(offset: Int)
    /// An item starts here that needs more octets than follow.
    case cut(offset: Int)
    /// Something else stands here than the format asks for.
    case unexpected(offset: Int, expected: String)

    /// A problem when there are surplus octets.
    static func surplus(_ octets: [UInt8], at offset: Int) -> [Problem] {
      octets.isEmpty ? [] : [.surplus(offset: offset, count: octets.count)]
    }

    /// A problem when reserved bits are not zero.
    static func reserved(_ bits: some BinaryInteger, at offset: Int) -> [Problem] {
      bits == 0 ? [] : [.reserved(offset: offset)]
    }

    /// The same problem of a part that starts at `start` of the whole.
    func moved(by start: Int) -> Problem {
      switch self {
      case .length: self
      case .surplus(let offset, let count): .surplus(offset: offset + start, count: count)
      case .reserved(let offset): .reserved(offset: offset + start)
      case .cut(let offset): .cut(offset: offset + start)
      case .unexpected(let offset, let expected): .unexpected(offset: offset + start, expected: expected)
      }
    }
  }
}

extension KnownPayload.Problem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .length(let malformation): malformation.description
    case .surplus(let offset, let count):
      "\(count) \(count == 1 ? "byte" : "bytes") too many at data byte \(offset)"
    case .reserved(let offset): "reserved bits are set at data byte \(offset)"
    case .cut(let offset): "what starts at data byte \(offset) is cut off"
    case .unexpected(let offset, let expected): "data byte \(offset) should be \(expected)"
    }
  }
}
