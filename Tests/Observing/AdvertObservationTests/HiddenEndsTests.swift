import AdvertisingData
import Testing

@testable import AdvertObservation

/// Phones of some makers have zeros in the place of the last octets of all addresses.
@Suite struct HiddenEndsTests {
  /// An address that is missing has bits, too: zeros.
  private static let missing: UInt64 = 0

  @Test(
    arguments: [
      ([0x7B2F_5E00_0000, 0x60EC_ED00_0000], true),
      ([0x7B2F_5E00_0000, 0x60EC_ED00_0000, missing], true),
      ([missing, 0x7B2F_5E00_0000, 0x60EC_ED00_0000], true),
      // A single address with zeros shows nothing, and a whole one shows that ends are not hidden.
      ([0x7B2F_5E00_0000, missing], false),
      ([missing], false),
      ([0x7B2F_5E00_0000, 0x60EC_ED00_0001], false),
      ([0x7B2F_5E00_0000, 0x60EC_ED00_0000, 0x0000_0000_0001], false),
      ([], false),
    ] as [([UInt64], Bool)]) func zerosAtTheEnd(_ addresses: [UInt64], _ areHidden: Bool) throws
  {
    let heard = addresses.map { address in
      Heard.adv(.advNonconnInd, "020106").with {
        $0.address = address
        if address == Self.missing { $0.addressType = .anonymous }
      }
    }
    #expect(try Airtime(heard).observation().hidesEndsOfAddresses == areHidden)
  }

  /// What two adapters received of a device is one address.
  @Test func oneAddressOnTwoAdapters() throws {
    let heard = (0...1 as ClosedRange<UInt16>).map { adapter in
      Heard.adv(.advInd, "020106").with {
        $0.address = 0x7B2F_5E00_0000
        $0.adapter = adapter
      }
    }
    #expect(try !Airtime(heard).observation().hidesEndsOfAddresses)
  }
}
