internal import AdvertReading
import AdvertisingData

/// A transfer of a capture of USB, as far as it can have HCI: a request to a device, or what came from it.
struct USBTransfer {
  let device: Device
  let kind: Kind
  /// The place of the transferred octets in the record.
  let place: Range<Int>

  struct Device: Hashable {
    let bus: UInt16
    let number: UInt16
  }

  enum Kind {
    /// The setup of a request of a class to a device; the octets after it, which may come in another record.
    case classRequest
    /// The octets of the request before.
    case requestData
    /// Octets of an interrupt endpoint.
    case interrupt
  }

  init?(_ linkType: LinkType, _ octets: Span<UInt8>) {
    switch linkType {
    case .usbmon: self.init(usbmon: octets, headerLength: 48)
    case .usbmonMapped: self.init(usbmon: octets, headerLength: 64)
    case .usbPcap: self.init(usbPcap: octets)
    default: return nil
    }
  }

  /// The kernel of Linux writes its own byte order. Lengths are small, so the smaller one is right.
  private init?(usbmon octets: Span<UInt8>, headerLength: Int) {
    guard octets.count >= headerLength else { return nil }
    let isLittle = octets.littleEndian32(at: 36) <= octets.bigEndian32(at: 36)
    let bus = isLittle ? octets.littleEndian16(at: 12) : octets.bigEndian16(at: 12)
    let isFromDevice = octets[10] & 0x80 != 0
    switch (octets[8], octets[9]) {
    case (UInt8(ascii: "C"), 1) where isFromDevice: kind = .interrupt
    case (UInt8(ascii: "S"), 2) where !isFromDevice && octets[14] == 0 && octets[40] == Self.classRequestToDevice:
      kind = .classRequest
    default: return nil
    }
    device = Device(bus: bus, number: UInt16(octets[11]))
    place = headerLength..<octets.count
  }

  /// USBPcap in Windows. Its older versions write the octets of a request after its setup.
  private init?(usbPcap octets: Span<UInt8>) {
    guard octets.count >= 27 else { return nil }
    let headerLength = Int(octets.littleEndian16(at: 0))
    guard 27...octets.count ~= headerLength else { return nil }
    let isCompletion = octets[16] & 1 != 0
    var start = headerLength
    switch octets[22] {
    case 1 where isCompletion && octets[21] & 0x80 != 0: kind = .interrupt
    case 2 where !isCompletion && octets[21] & 0x80 == 0 && headerLength > 27:
      switch octets[27] {
      case 0 where Self.isClassRequest(octets.extracting(headerLength...)):
        kind = .classRequest
        start += Self.setupLength
      case 1: kind = .requestData
      default: return nil
      }
    default: return nil
    }
    device = Device(bus: octets.littleEndian16(at: 17), number: octets.littleEndian16(at: 19))
    place = start..<octets.count
  }

  private static func isClassRequest(_ setup: Span<UInt8>) -> Bool {
    setup.count >= setupLength && setup[0] == classRequestToDevice
  }

  private static let setupLength = 8
  /// The type of a request: of a class, to a device.
  private static let classRequestToDevice: UInt8 = 0x20
}

/// Finds HCI in transfers of USB: commands are requests of a class to a controller, and events come from its interrupt
/// endpoint, in pieces of the size of its packets. Source: Core Vol 4 Part B.
struct USBControllers {
  private var controllers: [USBTransfer.Device: Controller] = [:]
  /// The number of devices that are known to be controllers.
  private var known: UInt16 = 0

  private struct Controller {
    var adapter: UInt16 = 0
    /// Whether the device got a command, or sent an event: others have interrupt endpoints too.
    var isKnown = false
    /// Whether the latest request came without its octets.
    var awaitsCommand = false
    /// The pieces of an event so far.
    var event: [UInt8] = []
    /// The octets of its first piece.
    var piece = 0

    mutating func takeEvent(_ piece: Span<UInt8>, at start: Int) -> Found {
      if !event.isEmpty, fits(piece) {
        event += Array(copying: piece)
        guard event.count == eventLength else { return .nothing }
        let whole = event
        event = []
        isKnown = true
        return .joined(whole, adapter: adapter)
      }
      event = []
      guard piece.count >= 2, isKnown || Self.beginsReport(piece) else { return .nothing }
      if piece.count >= 2 + Int(piece[1]) {
        isKnown = true
        return .here(HCIPacket.Place(.event, start: start, adapter: adapter))
      }
      self.piece = piece.count
      event = Array(copying: piece)
      return .nothing
    }

    /// The length of the event whose first pieces are there.
    private var eventLength: Int { 2 + Int(event[1]) }

    /// Returns whether a piece can be the next: the last has what is missing, and the others are as long as the first.
    private func fits(_ piece: Span<UInt8>) -> Bool {
      let missing = eventLength - event.count
      return piece.count == (missing < self.piece ? missing : self.piece)
    }

    /// Returns whether octets of an unknown device begin an event with advertising reports.
    private static func beginsReport(_ octets: Span<UInt8>) -> Bool {
      octets.count >= 4 && octets[0] == 0x3E && octets[1] >= 12 && octets.count - 2 <= Int(octets[1])
        && [0x02, 0x0B, 0x0D].contains(octets[2]) && 1...25 ~= octets[3]
    }
  }

  /// The most devices that are looked at. A bus has 127.
  private static let mostDevices = 1024

  enum Found {
    /// A packet at a place of the record.
    case here(HCIPacket.Place)
    /// An event whose pieces were in several records.
    case joined([UInt8], adapter: UInt16)
    case nothing
  }

  mutating func take(_ transfer: USBTransfer, _ octets: Span<UInt8>) -> Found {
    guard var controller = controllers[transfer.device] ?? makeController() else { return .nothing }
    let wasKnown = controller.isKnown
    if !wasKnown { controller.adapter = known }
    defer {
      if controller.isKnown, !wasKnown { known += 1 }
      controllers[transfer.device] = controller
    }
    let content = octets.extracting(transfer.place)
    switch transfer.kind {
    case .classRequest, .requestData:
      if transfer.kind == .classRequest { controller.awaitsCommand = content.isEmpty }
      let isRequested = transfer.kind == .classRequest || controller.awaitsCommand
      guard isRequested, content.count >= 3, Int(content[2]) == content.count - 3 else { return .nothing }
      controller.awaitsCommand = false
      controller.isKnown = true
      return .here(HCIPacket.Place(.command, start: transfer.place.lowerBound, adapter: controller.adapter))
    case .interrupt: return controller.takeEvent(content, at: transfer.place.lowerBound)
    }
  }

  /// Forgets events of which pieces may be missing.
  mutating func interrupt() {
    for device in controllers.keys { controllers[device]?.event = [] }
  }

  private func makeController() -> Controller? {
    controllers.count < Self.mostDevices ? Controller() : nil
  }
}
