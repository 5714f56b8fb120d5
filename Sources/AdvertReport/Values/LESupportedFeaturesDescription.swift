internal import AdvertisingData

extension LESupportedFeatures: DescribedValue {
  var words: String {
    "LE Supported Features: " + Words.list(bits.map { Self.name(of: $0) ?? "reserved bit \($0)" }, empty: "none")
      + (hasTrailingZeros ? "; zero bytes at the end, which should be left out" : "")
  }

  func writeFields(to json: inout JSONWriter) {
    json.array("bits", bits) { $0.value(nil, $1) }
    json.array("names", bits) { $0.value(nil, Self.name(of: $1)) }
  }

  /// Core Specification Vol 6 Part B 4.6; `nil` for a bit that is not assigned.
  private static func name(of bit: Int) -> String? {
    names.indices.contains(bit) ? names[bit] : laterNames[bit]
  }

  /// Of the bits from 0 on.
  private static let names = [
    "LE Encryption", "Connection Parameters Request Procedure", "Extended Reject Indication",
    "Peripheral-initiated Features Exchange", "LE Ping", "LE Data Packet Length Extension", "LL Privacy",
    "Extended Scanning Filter Policies", "LE 2M PHY", "Stable Modulation Index (Transmitter)",
    "Stable Modulation Index (Receiver)", "LE Coded PHY", "LE Extended Advertising", "LE Periodic Advertising",
    "Channel Selection Algorithm #2", "LE Power Class 1", "Minimum Number of Used Channels Procedure",
    "Connection CTE Request", "Connection CTE Response", "Connectionless CTE Transmitter",
    "Connectionless CTE Receiver", "Antenna Switching During CTE Transmission",
    "Antenna Switching During CTE Reception", "Receiving Constant Tone Extensions",
    "Periodic Advertising Sync Transfer (Sender)", "Periodic Advertising Sync Transfer (Recipient)",
    "Sleep Clock Accuracy Updates", "Remote Public Key Validation", "Connected Isochronous Stream (Central)",
    "Connected Isochronous Stream (Peripheral)", "Isochronous Broadcaster", "Synchronized Receiver",
    "Connected Isochronous Stream (Host Support)", "LE Power Control Request", "LE Power Control Request (second bit)",
    "LE Path Loss Monitoring", "Periodic Advertising ADI Support", "Connection Subrating",
    "Connection Subrating (Host Support)", "Channel Classification", "Advertising Coding Selection",
    "Advertising Coding Selection (Host Support)", "Decision-Based Advertising Filtering",
    "Periodic Advertising with Responses (Advertiser)", "Periodic Advertising with Responses (Scanner)",
    "Unsegmented Framed Mode", "Channel Sounding", "Channel Sounding (Host Support)",
    "Channel Sounding Tone Quality Indication",
  ]

  private static let laterNames = [
    63: "LL Extended Feature Set", 64: "Monitoring Advertisers", 65: "Frame Space Update", 66: "UTP OTA Mode",
    67: "UTP HCI Mode", 68: "LL OTA UTP Maximum Length, bit 0", 69: "LL OTA UTP Maximum Length, bit 1",
    72: "Shorter Connection Intervals", 73: "Shorter Connection Intervals (Host Support)",
    74: "LE Flushable ACL Data",
  ]
}
