import AdvertObservation
import AdvertReading
import AdvertReport
import AdvertisingData
import FuzzSupport
import ReportSupport

/// One payload and all that can be said about it, down to the fields of vendors' formats.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzzDecode(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  var choices = Choices(data, size)
  let choice = choices.octet()
  let pdu = AdvertisingPDU.allCases[Int(choice / 2) % AdvertisingPDU.allCases.count]
  let report = DecodeReport(DeclaredLayout(undeclared: Array(choices.rest), pdu: pdu), services: services)
  if choice % 2 == 0 {
    ReportCheck.isPlain(report.text(.plain))
  } else {
    ReportCheck.isJSON(report.json)
  }
  return 0
}

/// To be tried against overflow areas.
private let services = [BluetoothUUID(0x180D), BluetoothUUID(0xFEAA)]
