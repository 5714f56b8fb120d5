extension RemoteID {
  /// One Remote ID message: always 25 octets. The high nibble of the first octet is the type, the low nibble the
  /// version of the protocol.
  struct Message {
    static let length = 25

    let octets: [UInt8]
    /// The offset of the message in the data.
    let start: Int

    private var type: UInt8 { octets[0] >> 4 }

    static let declaredFields =
      [.integer("type"), .string("name"), .integer("protocolVersion"), .string("data")]
      + kinds.flatMap { $0.columns.declared } + (europeanCategory + wholeAuthentication).declared

    /// The fields. Type and version, the kind of the octets that follow, and reserved bits that share an octet with
    /// others stay.
    var fields: [Field] {
      let kind = Self.kinds.indices.contains(Int(type)) ? Self.kinds[Int(type)] : nil
      let name = kind?.name ?? "message type \(type)"
      let head = [
        Field("type", type, at: 0..<1, role: .structure), Field("name", .text(name), wording: .title(name)),
        Field("protocolVersion", octets[0] & 0x0F, at: 0..<1, role: .structure),
      ]
      return (head + contents(kind?.columns)).map { $0.moved(by: start) }
    }

    private func contents(_ columns: [FixedFormat.Column]?) -> [Field] {
      guard let columns else {
        return [Field("data", .octets(Array(octets[1...])), label: "data", at: 1..<Self.length)]
      }
      let fields = columns.fields(of: octets)
      switch type {
      case 1: return fields + Position(octets, at: 5).limits
      case 2:
        // Only page 0 has the length; the data are the rest of the message.
        let isFirst = octets[1] & 0x0F == 0
        let data = isFirst ? 8 : 2
        return fields + (isFirst ? Self.wholeAuthentication.fields(of: octets) : [])
          + [Field("data", .octets(Array(octets[data...])), label: "data", at: data..<Self.length)]
      // Before the time, which comes last in the message.
      case 4 where isEuropean:
        return fields.dropLast(2) + Self.europeanCategory.fields(of: octets) + fields.suffix(2)
      default: return fields
      }
    }

    private var isEuropean: Bool { octets[1] >> 2 & 0b111 == 1 }

    var problems: [KnownPayload.Problem] {
      let version: [KnownPayload.Problem] =
        octets[0] & 0x0F > 2 ? [.unexpected(offset: 0, expected: "a protocol version from 0 to 2")] : []
      return (version + problemsOfContents).map { $0.moved(by: start) }
    }

    private var problemsOfContents: [KnownPayload.Problem] {
      func reserved(_ bits: UInt8, at offset: Int) -> [KnownPayload.Problem] {
        KnownPayload.Problem.reserved(octets[offset] & bits, at: offset)
      }
      switch type {
      case 0, 5: return octets[22...].allSatisfy { $0 == 0 } ? [] : [.reserved(offset: 22)]
      case 1:
        return reserved(0x08, at: 1) + reserved(0xF0, at: 23) + reserved(0xFF, at: 24)
          + Position(octets, at: 5).problems
      case 2:
        guard octets[1] & 0x0F == 0 else { return [] }
        let maximumPage = 15
        if octets[2] > maximumPage { return [.unexpected(offset: 2, expected: "the number of a page, at most 15")] }
        return Int(octets[3]) > 17 + 23 * Int(octets[2])
          ? [.unexpected(offset: 3, expected: "no more bytes than the pages have")] : []
      case 3: return []
      case 4: return reserved(0xE0, at: 1) + reserved(0xFF, at: 24) + Position(octets, at: 2).problems
      default: return [.unexpected(offset: 0, expected: "a message type from 0 to 5")]
      }
    }
  }
}

extension RemoteID.Message {
  private typealias Column = FixedFormat.Column
  private typealias Names = RemoteIDNames

  /// The columns of the messages of each type, from type 0 on. Null means not known to the drone.
  private static let kinds: [(name: String, columns: [Column])] = [
    ("basic ID", identity), ("location", status + RemoteID.Position.columns(at: 5) + movement),
    ("authentication", authentication), ("self ID", description), ("system", system), ("operator ID", operatorID),
  ]

  private static let identity: [Column] =
    [Column].assigned("idType", at: 1, mask: 0xF0, Names.idTypes, named: "idTypeName", of: "id of type")
    + [Column].assigned(
      "aircraftType", at: 1, mask: 0x0F, Names.aircraftTypes, named: "aircraftTypeName", of: "aircraft type") + [id]

  /// A serial number or a registration; the other kinds are not text.
  private static let id = Column.field(.string("id")) { octets in
    let isText = (1...2).contains(octets[1] >> 4)
    let id = unpadded(octets[2..<22])
    return Field(
      "id", isText ? .foreignText(id) : .octets(id), label: "id", at: 2..<22, role: isText ? .text : .data)
  }

  private static let authentication: [Column] =
    [Column].assigned(
      "authenticationType", at: 1, mask: 0xF0, Names.authenticationTypes, named: "authenticationTypeName", of: "type")
    + [.integer("page", at: 1, mask: 0x0F, label: "page", role: .structure)]

  private static let description: [Column] =
    [Column].assigned(
      "descriptionType", at: 1, Names.descriptionTypes, named: "descriptionTypeName", of: "description of type")
    + [text("text", at: 2..<length)]

  private static let operatorID: [Column] =
    [Column].assigned("idType", at: 1, Names.operatorIDTypes, named: "idTypeName", of: "id of type")
    + [text("id", at: 2..<22)]

  /// The part of page 0 of an authentication that applies to all pages.
  private static let wholeAuthentication: [Column] = [lastPage, dataLength] + Names.time(at: 4)

  private static let lastPage = Column.field(.integer("lastPage")) {
    Field("lastPage", $0[2], label: "of", at: 2..<3, role: .structure, separator: " ")
  }

  private static let dataLength = Column.integer("length", at: 3, unit: "bytes in all", role: .structure)

  private static let status = [Column].assigned(
    "status", at: 1, mask: 0xF0, Names.statuses, named: "statusName", of: "status")

  /// The movement of a drone, and its accuracy.
  private static let movement: [Column] = [
    // Clockwise from true north, 0 to 359.
    .field(.integer("direction", unit: "°", orNull: true)) { octets in
      let degrees = Int(octets[2]) + (octets[1] & 0x02 == 0 ? 0 : 180)
      return Field("direction", degrees < 360 ? degrees : nil, label: "heading", unit: "°", at: 2..<3)
    },
    // Above 63.75, the limit of units of 0.25, drones send the speed in units of 0.75.
    .field(.number("speed", unit: "m/s", orNull: true)) { octets in
      let hundredths = octets[1] & 0x01 == 0 ? Int(octets[3]) * 25 : Int(octets[3]) * 75 + 6375
      return Field(
        "speed", octets[3] == 255 ? nil : DecimalNumber(hundredths, decimals: 2), unit: "m/s", at: 3..<4)
    },
    // Positive upwards.
    .decimal(
      "verticalSpeed", at: 4, isSigned: true, factor: 5, decimals: 1, missing: 126, label: "climb", unit: "m/s"),
    // By air pressure, relative to 1013.25 hPa.
    altitude("pressureAltitude", at: 13, label: "pressure altitude"),
    altitude("geodeticAltitude", at: 15, label: "geodetic altitude"),
    .field(.number("height", unit: "m above ground or m above take-off", orNull: true)) { octets in
      let above = isAboveGround(octets) ? "above ground" : "above take-off"
      return Field("height", altitude(octets, at: 17), unit: "m \(above)", at: 17..<19)
    },
    .field(.boolean("heightAboveGround")) {
      Field("heightAboveGround", isAboveGround($0), at: 1..<2, role: .structure)
    },
    .decimal("secondsAfterHour", at: 21, octets: 2, decimals: 1, missing: 0xFFFF, unit: "s after the hour"),
    .accuracy("horizontalAccuracy", at: 19, mask: 0x0F, Names.horizontalAccuracies, "m across"),
    .accuracy("verticalAccuracy", at: 19, mask: 0xF0, Names.verticalAccuracies, "m in altitude"),
    .accuracy("pressureAccuracy", at: 20, mask: 0xF0, Names.verticalAccuracies, "m in pressure altitude"),
    .accuracy("speedAccuracy", at: 20, mask: 0x0F, Names.speedAccuracies, "m/s in speed"),
    .decimal(
      "timestampAccuracy", at: 23, mask: 0x0F, decimals: 1, missing: 0, label: "±", unit: "s in time",
      role: .structure),
  ]

  /// The location of a drone's operator, and for a group of drones the area.
  private static let system: [Column] =
    operatorLocation + RemoteID.Position.columns(at: 2, label: "operator at latitude") + area + classification
    + Names.time(at: 20)

  private static let operatorLocation = [Column].assigned(
    "operatorLocationType", at: 1, mask: 0x03, Names.operatorLocationTypes, named: "operatorLocationTypeName",
    of: "operator location of type")

  private static let area: [Column] = [
    altitude("operatorAltitude", at: 18, label: "altitude"),
    .integer("areaCount", at: 10, octets: 2, unit: "aircraft"),
    .integer("areaRadius", at: 12, factor: 10, label: "radius", unit: "m"),
    altitude("areaCeiling", at: 13, label: "ceiling"), altitude("areaFloor", at: 15, label: "floor"),
  ]

  private static let classification: [Column] =
    [Column].assigned(
      "classificationType", at: 1, mask: 0x1C, Names.classificationTypes, named: "classificationTypeName",
      of: "classification of type") + [.integer("classification", at: 17, role: .structure)]

  /// The category, when the classification is the European Union's.
  private static let europeanCategory: [Column] =
    [Column].assigned(
      "category", at: 17, mask: 0xF0, Names.europeanCategories, named: "categoryName", of: "category", isPlaced: false)
    + [Column].assigned(
      "class", at: 17, mask: 0x0F, Names.europeanClasses, named: "className", of: "class number", isPlaced: false)

  /// Returns whether a height counts from the ground rather than from the take-off.
  private static func isAboveGround(_ octets: [UInt8]) -> Bool { octets[1] & 0x04 != 0 }

  /// In metres above the WGS 84 ellipsoid.
  private static func altitude(_ key: String, at offset: Int, label: String) -> Column {
    .field(.number(key, unit: "m", orNull: true)) { octets in
      Field(key, altitude(octets, at: offset), label: label, unit: "m", at: offset..<offset + 2)
    }
  }

  /// Returns an altitude from half metres above -1000 m; -1000 m itself means "unknown".
  private static func altitude(_ octets: [UInt8], at offset: Int) -> DecimalNumber? {
    let raw = UInt16(littleEndian: octets, at: offset)
    return raw == 0 ? nil : DecimalNumber(Int(raw) * 5 - 10_000, decimals: 1)
  }

  private static func text(_ key: String, at range: Range<Int>) -> Column {
    .field(.string(key)) { octets in
      Field(key, .foreignText(unpadded(octets[range])), label: key, at: range, role: .text)
    }
  }

  /// Returns the octets without padding zeros.
  private static func unpadded(_ octets: ArraySlice<UInt8>) -> [UInt8] {
    octets.lastIndex { $0 != 0 }.map { Array(octets[...$0]) } ?? []
  }
}
