/// The value of an AD structure, to look for UUIDs in any form.
package struct UUIDCarrier {
  let type: ADType
  let octets: [UInt8]
  /// Offset of the first octet from the start of the payload.
  let offset: Int
  let holder: MisformedUUID.Holder
  /// The width of the UUIDs that the type announces; `nil` for types without UUIDs.
  let width: BluetoothUUID.Width?

  /// - Parameters:
  ///   - octets: the value of the structure.
  ///   - type: the type of the structure.
  ///   - offset: of the first octet, from the start of the payload.
  package init(_ octets: [UInt8], of type: ADType, at offset: Int) {
    self.octets = octets
    self.type = type
    self.offset = offset
    if let width = ServiceUUIDList.width(of: type) {
      (holder, self.width) = (.services, width)
    } else if let width = ServiceData.width(of: type) {
      (holder, self.width) = (.serviceData, width)
    } else if let width = SolicitationUUIDList.width(of: type) {
      (holder, self.width) = (.solicitation, width)
    } else {
      width = nil
      if type != .manufacturerData {
        holder = .other
      } else if octets.starts(with: [0x4C, 0x00, 0x02, 0x15]) {
        holder = .iBeacon
      } else {
        holder = octets.dropFirst(2).starts(with: [0xBE, 0xAC]) ? .altBeacon : .manufacturerData
      }
    }
  }

  /// The places of whole UUIDs of the announced width: one in service data, all in a list.
  var items: [Range<Int>] {
    guard let width, octets.count >= width.octets else { return [] }
    let last = holder == .serviceData ? 0 : octets.count - width.octets
    return stride(from: 0, through: last, by: width.octets).map { $0..<$0 + width.octets }
  }

  /// Returns the UUID of octets in the order that receivers expect; `nil` unless they are as many as a width has.
  func uuid(at range: Range<Int>) -> BluetoothUUID? {
    range.count == 16
      ? UUIDOrder.lastByteFirst.uuid(of: octets[range]) : number(at: range, .littleEndian).map { BluetoothUUID($0) }
  }

  /// Returns the number in two or four octets; `nil` for other places.
  func number(at range: Range<Int>, _ order: OctetOrder) -> UInt32? {
    guard range.count == 2 || range.count == 4, octets.indices.contains(range.lowerBound),
      range.upperBound <= octets.count
    else { return nil }
    return UInt32(truncatingIfNeeded: order.number(of: octets[range]))
  }

  /// Describes octets in a wrong form.
  package func misformed(
    _ uuid: BluetoothUUID, _ form: MisformedUUID.Form, _ order: UUIDOrder, at range: Range<Int>, isGuess: Bool = false
  ) -> MisformedUUID {
    MisformedUUID(
      uuid: uuid, form: form, order: order, holder: holder, type: type,
      range: offset + range.lowerBound..<offset + range.upperBound, isGuess: isGuess)
  }
}

// MARK: A UUID that is asked for

extension MisformedUUID {
  /// Finds a UUID in the whole structures of a payload, in lists and data of services before other data; `nil` when it is
  /// in none, and for one that is only in its right form.
  package init?(_ asked: BluetoothUUID, in payload: Payload) {
    var best: Self?
    var walk = payload.structures
    while let structure = walk.next() {
      guard structure.missingOctets == 0 else { break }
      let carrier = UUIDCarrier(Array(copying: structure.value), of: structure.type, at: structure.valueOffset)
      guard let found = carrier.misformed(asked) else { continue }
      if best.map({ !$0.isOfServices && found.isOfServices }) ?? true { best = found }
    }
    guard let best else { return nil }
    self = best
  }

  /// Whether a list or data of services hold it.
  package var isOfServices: Bool { holder == .services || holder == .serviceData }
}

extension UUIDCarrier {
  /// Returns those of many UUIDs that the octets may have in a wrong form, sorted. To look for each takes as long as there
  /// are UUIDs, for each structure; those of 16 and 32 bits are looked up by the octets of their numbers.
  package func candidates(of asked: Set<BluetoothUUID>) -> [BluetoothUUID] {
    // An octet that is missing can be one of the number.
    if width == .bits128, octets.count % 16 != 0 { return asked.sorted() }
    var found = asked.filter { $0.shortestWidth == .bits128 }
    for start in octets.indices {
      for end in [start + 2, start + 4] where end <= octets.count {
        for order in [OctetOrder.littleEndian, .bigEndian] {
          guard let number = number(at: start..<end, order) else { continue }
          let uuid = BluetoothUUID(number)
          if asked.contains(uuid) { found.insert(uuid) }
        }
      }
    }
    return found.sorted()
  }

  /// Returns the place and form of a UUID; `nil` when it is not there, and when it is there in its right form.
  package func misformed(_ asked: BluetoothUUID) -> MisformedUUID? {
    if holder == .services || holder == .serviceData, items.contains(where: { uuid(at: $0) == asked }) { return nil }
    return whole(asked) ?? ragged(asked) ?? (asked.shortestWidth == .bits128 ? numberOnly(asked) : short(asked))
  }

  /// Finds all 16 octets.
  private func whole(_ asked: BluetoothUUID) -> MisformedUUID? {
    guard octets.count >= 16 else { return nil }
    for order in UUIDOrder.allCases {
      guard let start = octets.firstIndex(of: order.octets(of: asked)) else { continue }
      let range = start..<start + 16
      switch holder {
      case .services, .serviceData:
        guard width == .bits128 else { return misformed(asked, .otherWidth, order, at: range) }
        guard order == .lastByteFirst else { return misformed(asked, .whole, order, at: range) }
        return start % 16 == 1 ? misformed(asked, .byteSurplus, order, at: start - 1..<start + 16) : nil
      default: return misformed(asked, .whole, order, at: range)
      }
    }
    return nil
  }

  /// Finds all octets but one, or with one more, in a list of 128-bit UUIDs whose length does not fit.
  private func ragged(_ asked: BluetoothUUID) -> MisformedUUID? {
    guard holder == .services, width == .bits128, [1, 15].contains(octets.count % 16), octets.count >= 15 else {
      return nil
    }
    let isShort = octets.count % 16 == 15
    let length = isShort ? 15 : 17
    guard octets.count >= length else { return nil }
    for order in [UUIDOrder.lastByteFirst, .asWritten] {
      let wanted = order.octets(of: asked)
      for start in 0...octets.count - length {
        let present = octets[start..<start + length]
        let same = zip(present, wanted).prefix { $0 == $1 }.count
        if present.dropFirst(isShort ? same : same + 1).elementsEqual(wanted.dropFirst(isShort ? same + 1 : same)) {
          return misformed(asked, isShort ? .byteMissing : .byteSurplus, order, at: start..<start + length)
        }
      }
    }
    return nil
  }

  /// Finds the first 32 bits of a UUID of a vendor's base in place of the UUID. A number that Bluetooth assigns to services
  /// is that service.
  private func numberOnly(_ asked: BluetoothUUID) -> MisformedUUID? {
    guard holder == .services || holder == .serviceData, let width, width != .bits128 else { return nil }
    let first = UInt32(truncatingIfNeeded: asked.high >> 32)
    let number = width == .bits16 ? first & 0xFFFF : first
    guard number != 0, !(0x1800..<0x1900).contains(number), !(0xFC00...0xFFFF).contains(number) else { return nil }
    return items.first { self.number(at: $0, .littleEndian) == number }
      .map { misformed(asked, .numberOnly, .lastByteFirst, at: $0) }
  }

  /// Finds a UUID of 16 or 32 bits.
  private func short(_ asked: BluetoothUUID) -> MisformedUUID? {
    guard let width else { return nil }
    let wanted = UInt32(truncatingIfNeeded: asked.high >> 32)
    if holder == .solicitation {
      return items.first { uuid(at: $0) == asked }.map { misformed(asked, .whole, .lastByteFirst, at: $0) }
    }
    if width != .bits128, let reversed = items.first(where: { number(at: $0, .bigEndian) == wanted }) {
      return misformed(asked, .whole, .asWritten, at: reversed)
    }
    if width == .bits128, let other = items.first(where: { number(at: $0.upperBound - 4..<$0.upperBound) == wanted }),
      wanted != 0
    {
      return misformed(asked, .otherBase, .lastByteFirst, at: other)
    }
    // Under the type of another width. Of a list of whole 128-bit UUIDs, two octets mean nothing.
    let own = asked.shortestWidth.octets
    guard asked.shortestWidth != width, width != .bits128 || octets.count < 16 else { return nil }
    let last = holder == .serviceData ? 0 : octets.count - own
    return stride(from: 0, through: last, by: min(own, 2)).first { number(at: $0..<$0 + own) == wanted }
      .map { misformed(asked, .otherWidth, .lastByteFirst, at: $0..<$0 + own) }
  }

  private func number(at range: Range<Int>) -> UInt32? { number(at: range, .littleEndian) }
}
