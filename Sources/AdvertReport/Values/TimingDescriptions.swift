internal import AdvertisingData

extension TxPowerLevel: DescribedValue {
  var words: String { "TX Power Level: \(dBm) dBm" }

  func writeFields(to json: inout JSONWriter) {
    json.value("dBm", Int(dBm))
  }
}

extension ConnectionIntervalRange: DescribedValue {
  var words: String { "Peripheral Connection Interval Range: \(Self.words(minimum)) to \(Self.words(maximum))" }

  func writeFields(to json: inout JSONWriter) {
    Self.write(minimum, "minimumMs", to: &json)
    Self.write(maximum, "maximumMs", to: &json)
  }

  private static func words(_ units: UInt16) -> String {
    units == unspecified ? "unspecified" : Words.milliseconds(microseconds: UInt64(units) * 1250)
  }

  private static func write(_ units: UInt16, _ key: String, to json: inout JSONWriter) {
    if units == unspecified {
      json.null(key)
    } else {
      json.value(key, rounded: Double(units) * 1.25)
    }
  }
}

extension AdvertisingInterval: DescribedValue {
  var words: String {
    "Advertising Interval\(width == .bits16 ? "" : " (long, \(width.rawValue)-bit)"): "
      + Words.milliseconds(microseconds: microseconds)
      + (units < Self.minimumUnits ? ", below the minimum of 20 ms" : "")
  }

  func writeFields(to json: inout JSONWriter) {
    json.value("bits", width.rawValue)
    json.value("units", Int(units))
    json.value("ms", rounded: Double(microseconds) / 1000)
  }
}

extension ChannelMapUpdate: DescribedValue {
  var words: String {
    "Channel Map Update Indication: data channels \(Words.ranges(channels)) from event \(instant) on"
      + (reserved == 0 ? "" : ", reserved bits \(Words.hex(number: reserved, octets: 1))")
  }

  func writeFields(to json: inout JSONWriter) {
    json.array("channels", channels) { $0.value(nil, $1) }
    json.value("instant", Int(instant))
    json.value("reserved", Int(reserved))
  }
}

extension PeriodicResponseTiming: DescribedValue {
  var words: String {
    "Periodic Advertising Response Timing: access address \(Words.hex(number: responseAccessAddress, octets: 4)), "
      + "\(numberOfSubevents) subevents every \(Words.milliseconds(microseconds: subeventIntervalMicroseconds)), "
      + "response slots after \(Words.milliseconds(microseconds: slotDelayMicroseconds)), "
      + "every \(Words.milliseconds(microseconds: slotSpacingMicroseconds))"
  }

  func writeFields(to json: inout JSONWriter) {
    json.value("responseAccessAddress", Int(responseAccessAddress))
    json.value("subevents", Int(numberOfSubevents))
    json.value("subeventIntervalMs", rounded: Double(subeventIntervalMicroseconds) / 1000)
    json.value("responseSlotDelayMs", rounded: Double(slotDelayMicroseconds) / 1000)
    json.value("responseSlotSpacingMs", rounded: Double(slotSpacingMicroseconds) / 1000)
  }

  private var subeventIntervalMicroseconds: UInt64 { UInt64(subeventInterval) * 1250 }
  private var slotDelayMicroseconds: UInt64 { UInt64(responseSlotDelay) * 1250 }
  private var slotSpacingMicroseconds: UInt64 { UInt64(responseSlotSpacing) * 125 }
}
