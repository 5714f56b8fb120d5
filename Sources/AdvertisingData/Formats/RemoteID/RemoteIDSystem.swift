extension RemoteID {
  /// Where a drone's operator is, and for a group of drones the area. `nil` stands for what is not known.
  public struct System: Hashable, Sendable {
    /// The whole message of 25 octets.
    private let octets: [UInt8]

    /// The caller has counted 25 octets.
    init(message: [UInt8]) {
      octets = message
    }

    /// 0 take-off, 1 live, 2 fixed.
    public var operatorLocationType: UInt8 { octets[1] & 0b11 }
    /// 0 undeclared, 1 European Union.
    public var classificationType: UInt8 { octets[1] >> 2 & 0b111 }
    private var position: Position { Position(octets, at: 2) }
    /// Degrees; `nil` when both coordinates are zero.
    public var latitude: DecimalNumber? { position.latitude }
    /// In degrees, east positive; `nil` when it is not known.
    public var longitude: DecimalNumber? { position.longitude }

    /// Aircraft in the area.
    public var areaCount: UInt16 { UInt16(littleEndian: octets, at: 10) }
    /// Metres.
    public var areaRadius: Int { Int(octets[12]) * 10 }
    /// Metres above the WGS 84 ellipsoid.
    public var areaCeiling: DecimalNumber? { Location.altitude(octets, at: 13) }
    /// In metres; `nil` when it is not known.
    public var areaFloor: DecimalNumber? { Location.altitude(octets, at: 15) }
    /// European category in the high nibble, class in the low one.
    public var classification: UInt8 { octets[17] }
    /// 0 undeclared, 1 open, 2 specific, 3 certified; `nil` unless the classification is the European Union's.
    public var europeanCategory: UInt8? { classificationType == 1 ? classification >> 4 : nil }
    /// 0 undeclared, else one more than the number of the class; `nil` unless the classification is the European Union's.
    public var europeanClass: UInt8? { classificationType == 1 ? classification & 0x0F : nil }
    /// Metres above the WGS 84 ellipsoid.
    public var operatorAltitude: DecimalNumber? { Location.altitude(octets, at: 18) }
    /// Seconds since 2019-01-01 00:00 UTC; 0 in messages of older versions, which have no timestamp.
    public var timestamp: UInt32 { UInt32(littleEndian: octets, at: 20) }

    func fields(from start: Int) -> [Field] {
      func at(_ offset: Int, _ count: Int) -> Range<Int> { start + offset..<start + offset + count }
      let location = [Field].assigned(
        "operatorLocationType", operatorLocationType, RemoteIDNames.operatorLocationTypes,
        named: "operatorLocationTypeName", of: "operator location of type", at: at(1, 1))
      return location + [
        Field("latitude", latitude, label: "operator at latitude", at: at(2, 4)),
        Field("longitude", longitude, label: "longitude", at: at(6, 4)),
        Field("operatorAltitude", operatorAltitude, label: "altitude", unit: "m", at: at(18, 2)),
        Field("areaCount", areaCount, unit: "aircraft", at: at(10, 2)),
        Field("areaRadius", areaRadius, label: "radius", unit: "m", at: at(12, 1)),
        Field("areaCeiling", areaCeiling, label: "ceiling", unit: "m", at: at(13, 2)),
        Field("areaFloor", areaFloor, label: "floor", unit: "m", at: at(15, 2)),
      ] + classificationFields(from: start) + [
        Field("timestamp", timestamp, at: at(20, 4)),
        Field("time", timestamp == 0 ? .null : .text(RemoteIDNames.time(timestamp)), label: timestamp == 0 ? "" : "at"),
      ]
    }

    private func classificationFields(from start: Int) -> [Field] {
      [Field].assigned(
        "classificationType", classificationType, RemoteIDNames.classificationTypes, named: "classificationTypeName",
        of: "classification of type", at: start + 1..<start + 2)
        + [Field("classification", classification, at: start + 17..<start + 18, role: .structure)]
        + (europeanCategory.map {
          [Field].assigned(
            "category", $0, RemoteIDNames.europeanCategories, named: "categoryName", of: "category", at: nil)
        } ?? [])
        + (europeanClass.map {
          [Field].assigned("class", $0, RemoteIDNames.europeanClasses, named: "className", of: "class number", at: nil)
        } ?? [])
    }
  }
}
