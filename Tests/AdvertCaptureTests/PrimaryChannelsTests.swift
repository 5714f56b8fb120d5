import AdvertCapture
import Testing

@Suite struct PrimaryChannelsTests {
  @Test(
    arguments: [
      (0x00, []), (0x01, [37]), (0x02, [38]), (0x05, [37, 39]), (0x06, [38, 39]), (0x07, [37, 38, 39]), (0xF8, []),
    ] as [(UInt8, [Int])]) func indices(_ map: UInt8, _ channels: [Int])
  {
    #expect(PrimaryChannels(rawValue: map).indices == channels)
  }
}
