internal import AdvertisingData
internal import AssignedNumbers

/// Fields for the device and its name.
extension StructuredField {
  private static let flagWords: KeyValuePairs<String, Flags> = [
    "limited-discoverable": .limitedDiscoverable, "general-discoverable": .generalDiscoverable,
    "br-edr-not-supported": .brEDRNotSupported, "simultaneous-controller": .simultaneousController,
    "simultaneous-host": .simultaneousHost,
  ]

  static let flags = StructuredField(
    key: "flags", summary: "Discoverability and BR/EDR capability: words, or the byte.",
    shape: .either([.list(.words(flagWords.map { $0.key })), .number(0...255)]),
    read: { node throws(ManifestError) in
      var flags: Flags = []
      if let first = node.scalar?.first, first.isNumber {
        flags = Flags(rawValue: UInt8(truncatingIfNeeded: try node.number("a byte of flags", in: 0...255)))
      } else {
        for element in try node.list("a list of flags, or the byte") {
          flags.formUnion(try element.word("a flag", of: flagWords))
        }
      }
      return [.flags(flags)]
    },
    write: { value in
      guard case .flags(let flags) = value else { return nil }
      guard flags.isDisjoint(with: .reserved) else { return .hexNumber(flags.rawValue, digits: 2) }
      return .list(flagWords.filter { flags.contains($0.value) }.map { .text($0.key) })
    })

  static let names: [StructuredField] = [
    text("name", "The complete local name.", .completeLocalName) { .localName(LocalName($0, isComplete: true)) },
    text("shortName", "The beginning of the local name.", .shortenedLocalName) {
      .localName(LocalName($0, isComplete: false))
    },
  ]

  static let broadcastName = text("broadcastName", "The name of an audio broadcast.", .broadcastName) {
    .broadcastName(BroadcastName($0))
  }

  static let appearance = StructuredField(
    key: "appearance", summary: "What the device looks like: a number of Assigned Numbers.", shape: .number(0...0xFFFF),
    read: { node throws(ManifestError) in
      let number = try node.number("an appearance", in: 0...0xFFFF)
      return [.appearance(Appearance(rawValue: UInt16(truncatingIfNeeded: number)))]
    },
    write: { value in
      if case .appearance(let value) = value { .hexNumber(value.rawValue, digits: 4) } else { nil }
    })

  private static let companyForm = ValueShape.Form(
    name: "manufacturer data",
    keys: [
      ValueShape.Key("company", "The company: its identifier or its name.", .company, isRequired: true),
      ValueShape.Key("data", "What follows the company identifier; nothing when left out.", .hex),
    ])

  static let manufacturerData = StructuredField(
    key: "manufacturerData", summary: "Data whose format a company defines.", shape: .form(companyForm),
    read: { node throws(ManifestError) in
      let values = try node.values(of: companyForm)
      let company = try values["company"]?.company() ?? 0
      let data = try values["data"]?.hex().map { $0.octet } ?? []
      let value = ManufacturerData(company: company, data: data)
      return [.manufacturerData(value)]
    },
    tail: { node throws(ManifestError) in try node.values(of: companyForm)["data"]?.hex() ?? [] },
    write: { value in
      guard case .manufacturerData(let value) = value else { return nil }
      return .mapping(["company": .hexNumber(value.company, digits: 4), "data": .hex(value.data)])
    })

  static let uri = StructuredField(
    key: "uri", summary: "A URI; its scheme takes one character where there is one for it.", shape: .text,
    read: { node throws(ManifestError) in
      let text = try node.text("a URI")
      let scheme = URISchemes.code(startOf: text)
      let rest = scheme.flatMap { URISchemes.prefix(of: $0) }.map { text.utf8.dropFirst($0.utf8.count) }
      let value = AdvertisedURI(
        scheme: scheme ?? AdvertisedURI.emptyScheme, rest: rest.flatMap { String(Substring($0)) } ?? text)
      guard let value else { throw node.error(expected: "a URI") }
      return [.uri(value)]
    },
    write: { value in
      guard case .uri(let value) = value, let scheme = value.scheme,
        let prefix = URISchemes.prefix(of: scheme)
      else { return nil }
      return .text(prefix + value.rest)
    })

  static let classOfDevice = StructuredField(
    key: "classOfDevice", summary: "What kind of BR/EDR device it is: 24 bits.", shape: .number(0...0xFF_FFFF),
    read: { node throws(ManifestError) in
      let bits = try node.number("a class of device", in: 0...0xFF_FFFF)
      return [.classOfDevice(ClassOfDevice(bits: UInt32(truncatingIfNeeded: bits)))]
    },
    write: { value in
      if case .classOfDevice(let value) = value { .hexNumber(value.bits, digits: 6) } else { nil }
    })

  private static func text(
    _ key: String, _ summary: String, _ type: ADType, _ value: @escaping @Sendable (String) -> ADValue
  ) -> StructuredField {
    StructuredField(
      key: key, summary: summary, shape: .pattern,
      read: { node throws(ManifestError) in
        [value(String(decoding: try node.pattern("a name").map { $0.octet }, as: UTF8.self))]
      },
      tail: { node throws(ManifestError) in try node.pattern("a name") },
      write: { value in
        guard value.type == type else { return nil }
        let text = String(decoding: value.octets, as: UTF8.self)
        return .text(text.exchanging("{", for: "{{").exchanging("}", for: "}}"))
      })
  }
}

/// Fields for addresses inside the payload: of the device itself, and of the target devices.
extension StructuredField {
  static let addresses = [
    deviceAddress, targets("publicTargets", "public", .public), targets("randomTargets", "random", .random),
  ]

  private static let types: KeyValuePairs<String, DeviceAddress.AddressType> = ["public": .public, "random": .random]
  private static let addressForm = ValueShape.Form(
    name: "an LE device address",
    keys: [
      ValueShape.Key("address", "The address.", .address, isRequired: true),
      ValueShape.Key("type", "Whether it is public or random.", .words(types.map { $0.key }), isRequired: true),
    ])

  private static let deviceAddress = StructuredField(
    key: "leDeviceAddress", summary: "The address of the device itself.", shape: .form(addressForm),
    read: { node throws(ManifestError) in
      let values = try node.values(of: addressForm)
      let bits = try values["address"]?.addressBits() ?? 0
      let type = try values["type"]?.word("a type of address", of: types) ?? .public
      let value = LEDeviceAddress(DeviceAddress(bits: bits, type: type))
      return value.map { [.leDeviceAddress($0)] } ?? []
    },
    write: { value in
      guard case .leDeviceAddress(let value) = value else { return nil }
      return .mapping([
        "address": .text("\(value.address)"), "type": .text(value.address.type == .random ? "random" : "public"),
      ])
    })

  private static func targets(
    _ key: String, _ word: String, _ type: DeviceAddress.AddressType
  ) -> StructuredField {
    StructuredField(
      key: key, summary: "The \(word) addresses of the devices it is meant for.", shape: .list(.address),
      read: { node throws(ManifestError) in
        var addresses: [DeviceAddress] = []
        for element in try node.list("a list of addresses") {
          addresses.append(DeviceAddress(bits: try element.addressBits(), type: type))
        }
        guard let value = TargetAddresses(addresses) else { throw node.error(expected: "an address", found: "none") }
        return [.targetAddresses(value)]
      },
      write: { value in
        guard case .targetAddresses(let value) = value, value.areRandom == (type == .random) else {
          return nil
        }
        return .list(value.addresses.map { .text("\($0)") })
      })
  }
}
