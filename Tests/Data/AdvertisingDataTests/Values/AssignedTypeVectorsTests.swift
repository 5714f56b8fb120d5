import AdvertisingData
import Testing

@Suite struct AssignedTypeVectorsTests {
  @Test(arguments: AssignedTypeVector.all)
  func decodesAndEncodes(_ vector: AssignedTypeVector) throws {
    let value = try #require(vector.value, "the value of the vector cannot be made")
    let payload = Payload(vector.octets)
    let decoded = DecodedPayload(payload, in: vector.context)
    #expect(decoded.elements.map(\.value) == [value])
    #expect(decoded.ending == .complete)
    #expect(decoded.payload == payload)
    #expect(value.type == vector.type)
    #expect(try Payload([value], for: .extendedConnectable) == payload)
  }

  /// The list above leaves no assigned type out, and no decoded value is left as bytes.
  @Test func everyAssignedTypeIsThere() {
    let assigned =
      Array(0x01...0x0A) + Array(0x0D...0x12) + Array(0x14...0x32) + [0x34, 0x3D, 0xFF] as [UInt8]
    #expect(assigned.count == 50)
    #expect(Set(AssignedTypeVector.all.map(\.type.rawValue)) == Set(assigned))
    for type in UInt8.min...UInt8.max where !assigned.contains(type) {
      let octets: [UInt8] = [1, 2, 3]
      let type = ADType(rawValue: type)
      #expect(ADValue(type: type, value: octets.span) == .other(type, octets), "type \(type)")
    }
  }

  /// Type 0x10 is a Device ID of eight octets everywhere but out of band, where it is a key of sixteen.
  @Test(arguments: ADContext.allCases, [8, 16])
  func typeTenHasOneMeaningInEachContext(_ context: ADContext, count: Int) {
    let octets = [UInt8](repeating: 7, count: count)
    let value = ADValue(type: .deviceID, value: octets.span, in: context)
    switch (context, count) {
    case (.outOfBand, 16): #expect(value == TemporaryKey(octets).map { .temporaryKey($0) })
    case (.outOfBand, _): #expect(value == .malformed(.deviceID, octets, .wrongLength(expected: 16, actual: 8)))
    case (_, 8):
      #expect(
        value
          == .deviceID(DeviceID(vendorSource: 0x0707, vendor: 0x0707, product: 0x0707, version: 0x0707)))
    default: #expect(value == .malformed(.deviceID, octets, .wrongLength(expected: 8, actual: 16)))
    }
  }
}

extension AssignedTypeVector: CustomTestStringConvertible {
  var testDescription: String { name }
}
