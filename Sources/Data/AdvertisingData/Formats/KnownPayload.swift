/// Manufacturer or service data in a format that its vendor or a standard made public.
///
/// Recognition is total: data of a format that are too short for it are recognised too, with a problem in ``problems``.
public struct KnownPayload: Hashable, Sendable {
  /// The format of the data.
  public let format: Format
  /// The company identifier, or the 16-bit UUID of the service.
  public let owner: UInt16
  /// The octets after the company identifier or service UUID. A few sensors send measurements in place of the company
  /// identifier; it then belongs to these octets.
  public let octets: [UInt8]
  /// The offset of ``octets`` in the value of the AD structure: 2 after a company identifier, or the width of the UUID.
  public let start: Int
  /// The form of the data, among those of its format.
  private let form: Int
  /// The result of decryption, when the data are encrypted.
  public var opening = DecryptionResult.unknown

  /// The formats known here. A new format is one file in this folder, and one line in one of these lists. Data that fit
  /// several formats have the first.
  public static let formats: [Format] = devices + others + trackers + sensors

  /// The formats that are none of the other lists.
  private static let others: [Format] = [
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
    BasicAudioAnnouncement.format,
    AudioRoles.format,
    MeshProvisioning.format,
    MeshProxy.format,
    UnwantedTracking.format,
    Qingping.format,
    BTHomeV1.format,
  ]

  /// The formats of sensors without a company identifier of their own: the names or services that they send also
  /// identify them. They come first, because no other device sends both.
  public static let devices: [Format] = [
    .govee,
    .inkbird,
    .thermoPro,
    .sensorPush,
    .mopeka,
    .thermoBeacon,
    .oria,
    .iNode,
    .mocreo,
    .acconeer,
    .skale,
    .xoss,
    .moat,
    .jinou,
    .grundfos,
    .tyrePressure,
    .rapt,
    .airMentor,
    .xiaogui,
    .laica,
    .senssun,
    .iTag,
    .switchBotAddress,
    .sidewalk,
  ]

  /// The formats that are tables: all data with their marks have these formats, and only their length can be wrong. A
  /// new format is one file in `Sensors`, and one line here.
  public static let sensors: [Format] = [
    SwitchBot.format,
    .thermometerFirmware,
    .characteristic,
    .miScale,
    .miBodyScale,
    .aranet,
    .sensirion,
    .oralB,
    Victron.format,
    .ruuviAir,
    .bParasite,
    .blueMaestro,
    .michelin,
    .mikroTik,
    .switchBotState,
    .ela,
    .minew,
    .smartDry,
    .shelly,
    .miBand,
    .flowerCare,
    .laird,
    .minewConnect,
    .seeLevel,
    .holyIOT,
    .hobo,
    .enOcean,
    .hormann,
    .relsib,
    .relsibOther,
    .relsibThermometer,
    .kegtron,
    .radioland,
    .otodata,
    .efento,
    .hibouAir,
    .huami,
    .chefIQ,
    .beeWi,
    .polar,
    .feasycom,
    Jaalee.format,
    .teltonika,
    .blustream,
    .almendo,
    .mokoBeacon,
    .wiliot,
    .wiliotManufacturer,
    .nodOn,
    .elaMagnet,
    .alexa,
  ]

  /// Recognises manufacturer or service data; `nil` when they have no format known here, and for any other value.
  ///
  /// - Parameters:
  ///   - value: of an AD structure.
  ///   - signs: names and services of the device, which identify some sensors.
  public static func recognised(in value: ADValue, beside signs: DeviceHints) -> KnownPayload? {
    switch value {
    case .manufacturerData(let data): recognised(in: data, beside: signs)
    case .serviceData(let data): recognised(in: data)
    default: nil
    }
  }

  /// Recognises manufacturer data; `nil` when they have no format known here.
  ///
  /// - Parameters:
  ///   - data: of one structure.
  ///   - signs: names and services of the device, which identify some sensors.
  public static func recognised(in data: ManufacturerData, beside signs: DeviceHints = .none) -> KnownPayload? {
    // A company identifier alone has no data.
    guard !data.data.isEmpty else { return nil }
    for position in FormatsByVendor.all.positions(company: data.company, beside: signs) {
      let format = formats[position]
      switch format.carrier {
      case .services: continue
      case .company(let company, let beginnings):
        guard company ?? data.company == data.company,
          beginnings.isEmpty || beginnings.contains(where: { data.data.starts(with: $0) }),
          let form = format.form(data.data, data.company, signs)
        else { continue }
        return KnownPayload(format: format, owner: data.company, octets: data.data, start: 2, form: form)
      case .devices(let beginnings, let telling):
        guard signs.hasOne(of: telling) || beginnings.contains(where: { data.begins(with: $0) }),
          let form = format.form(data.octets, data.company, signs)
        else { continue }
        return KnownPayload(format: format, owner: data.company, octets: data.octets, start: 0, form: form)
      }
    }
    return nil
  }

  /// Recognises service data; `nil` when they have no format known here. The width of the UUID does not matter.
  public static func recognised(in data: ServiceData) -> KnownPayload? {
    guard let number = data.uuid.assignedNumber16 else { return nil }
    for position in FormatsByVendor.all.positions(service: number) {
      let format = formats[position]
      guard let form = format.form(data.data, number, .none) else { continue }
      return KnownPayload(format: format, owner: number, octets: data.data, start: data.width.octets, form: form)
    }
    return nil
  }

  /// Returns the beginnings of manufacturer data of this company in known formats: data with another beginning have no
  /// known format. An empty beginning fits any data.
  public static func beginnings(inDataOf company: UInt16) -> [[UInt8]] {
    formats.flatMap { format -> [[UInt8]] in
      switch format.carrier {
      case .services: return []
      case .company(let owner, let beginnings):
        guard owner ?? company == company else { return [] }
        return beginnings.isEmpty ? [[]] : beginnings
      case .devices(let beginnings, _):
        let header = ManufacturerData(company: company, data: []).octets
        return beginnings.filter { $0.starts(with: header) || header.starts(with: $0) }
          .map { Array($0.dropFirst(header.count)) }
      }
    }
  }

  /// The data taken apart, in any format.
  public var reading: Reading {
    let reading = format.read(octets, owner, form)
    guard opening != .unknown, let fields = format.encryption?.fields(octets, owner, opening) else { return reading }
    return Reading(title: reading.title, fields: fields, problems: reading.problems)
  }

  /// The violations of the format; empty without any.
  public var problems: [Problem] { reading.problems }

  /// Whether part of the meaning rests on general knowledge rather than on a source; outputs must label it so.
  public var isUnverified: Bool { reading.isUnverified }

  /// Whether scanners find the device by these data, so that no service list needs the UUID.
  public var isFoundByData: Bool { format.isFoundByData(octets, owner) }

  /// The kind of device that sends the data: `AirPods Pro (2nd generation)`, `Tile tracker`. `nil` when they do not
  /// state it.
  public var device: String? { format.device(octets) }

  /// Data taken apart.
  public struct Reading: Hashable, Sendable {
    /// The title of the data, for people, before the fields.
    public let title: String
    /// The fields of the data. Places count from the first octet after the company identifier or service UUID.
    public let fields: [Field]
    /// The violations of the format; empty without any.
    public let problems: [Problem]

    /// - Parameter title: the name of the format when it is empty.
    init(title: String = "", fields: [Field], problems: [Problem] = []) {
      self.title = title
      self.fields = fields
      self.problems = problems
    }

    /// The value of the first field with a key; `nil` when there is none.
    public subscript(key: String) -> Field.Value? { fields.first { $0.key == key }?.value }

    /// Whether part of the meaning rests on general knowledge rather than on a source.
    public var isUnverified: Bool { fields.hasUnverified }
  }

  /// A known format: its names, the data that it applies to, and how to read them.
  public final class Format: Sendable {
    /// The id, for machines; never changes.
    public let id: String
    /// The name, for people.
    public let name: String
    /// Whether devices of any kind send such data, so that the format does not identify the kind of device.
    public let isOfAnyDevice: Bool
    let carrier: Discriminator
    /// All fields that data of the format can have, in their order; a key comes once for each form that has it.
    package var declaredFields: [DeclaredField] { makeDeclaredFields() }
    /// Only columns and schemas need the fields, so they are made on request.
    private let makeDeclaredFields: @Sendable () -> [DeclaredField]
    /// Returns which of its forms data of the carrier have; `nil` when they have another format.
    let form: @Sendable (_ octets: [UInt8], _ owner: UInt16, _ signs: DeviceHints) -> Int?
    let read: @Sendable (_ octets: [UInt8], _ owner: UInt16, _ form: Int) -> Reading
    let isFoundByData: @Sendable (_ octets: [UInt8], _ owner: UInt16) -> Bool
    let device: @Sendable (_ octets: [UInt8]) -> String?
    /// The encryption of the data; `nil` when they are never encrypted.
    let encryption: Encryption?

    init(
      id: String, name: String, isOfAnyDevice: Bool = false, carrier: Discriminator,
      declaredFields: @autoclosure @escaping @Sendable () -> [DeclaredField],
      form: @escaping @Sendable (_ octets: [UInt8], _ owner: UInt16, _ signs: DeviceHints) -> Int?,
      read: @escaping @Sendable (_ octets: [UInt8], _ owner: UInt16, _ form: Int) -> Reading,
      isFoundByData: @escaping @Sendable (_ octets: [UInt8], _ owner: UInt16) -> Bool,
      device: @escaping @Sendable (_ octets: [UInt8]) -> String? = { _ in nil }, encryption: Encryption? = nil
    ) {
      self.id = id
      self.name = name
      self.isOfAnyDevice = isOfAnyDevice
      self.carrier = carrier
      makeDeclaredFields = declaredFields
      self.form = form
      self.read = read
      self.isFoundByData = isFoundByData
      self.device = device
      self.encryption = encryption
    }

    /// A format with a reader in code.
    ///
    /// - Parameters:
    ///   - fields: the fields that the reader can return.
    ///   - beginning: the ranges and roles of the octets that the reader uses before it finds that there are too few.
    ///     Keys and values do not matter.
    ///   - isFoundByData: whether scanners find devices by data that begin like these, so that no service list needs the
    ///     UUID. Not so when the format asks for the list.
    ///   - device: the kind of device that sends the data, when they state it.
    ///   - isOfFormat: a further condition for data of the carrier.
    ///   - read: takes data apart. It throws only for too few octets, which become a problem of the data.
    convenience init(
      _ id: String, name: String, in carrier: Discriminator,
      fields: @autoclosure @escaping @Sendable () -> [DeclaredField],
      beginning: @escaping @Sendable (_ octets: [UInt8]) -> [Field] = { _ in [] },
      isFoundByData: @escaping @Sendable (_ octets: [UInt8], _ owner: UInt16) -> Bool = { _, _ in false },
      device: @escaping @Sendable (_ octets: [UInt8]) -> String? = { _ in nil }, encryption: Encryption? = nil,
      where isOfFormat: @escaping @Sendable (_ octets: [UInt8], _ owner: UInt16) -> Bool = { _, _ in true },
      read: @escaping @Sendable (_ octets: [UInt8], _ owner: UInt16) throws(Malformation) -> Reading
    ) {
      self.init(
        id: id, name: name, carrier: carrier, declaredFields: fields(),
        form: { octets, owner, _ in isOfFormat(octets, owner) ? 0 : nil },
        read: { octets, owner, _ in
          do throws(Malformation) {
            let reading = try read(octets, owner)
            return reading.title.isEmpty
              ? Reading(title: name, fields: reading.fields, problems: reading.problems) : reading
          } catch {
            // Octets that decide how the others are read still have their roles.
            let roles = beginning(octets).map { Field("", .null, at: $0.range, role: $0.role) }
            return Reading(
              title: name, fields: [Field("data", .octets(octets), at: octets.indices)] + roles,
              problems: [.length(error)])
          }
        }, isFoundByData: isFoundByData, device: device, encryption: encryption)
    }
  }

  /// The data that have a format.
  enum Discriminator: Sendable {
    /// Manufacturer data of a company, or of any company when it is `nil`, with one of these beginnings; with any
    /// beginning when there are none.
    case company(UInt16?, beginnings: [[UInt8]])
    /// Service data of one of these 16-bit UUIDs.
    case services([UInt16])
    /// Manufacturer data whose company identifier is not the maker's and belongs to the data: they have one of these
    /// beginnings, or the device also sends one of the signs.
    case devices(beginnings: [[UInt8]], signs: [DeviceHints.Sign])
  }
}

extension KnownPayload.Format: Hashable {
  public static func == (one: KnownPayload.Format, other: KnownPayload.Format) -> Bool { one.id == other.id }

  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension ManufacturerData {
  /// Returns whether the data, from the company identifier on, begin with these octets.
  fileprivate func begins(with beginning: [UInt8]) -> Bool {
    if beginning.count == 1 { return beginning[0] == UInt8(truncatingIfNeeded: company) }
    guard beginning.count >= 2, data.count >= beginning.count - 2 else { return false }
    return company == UInt16(beginning[0]) | UInt16(beginning[1]) << 8 && data.starts(with: beginning[2...])
  }
}
