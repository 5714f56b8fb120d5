internal import AdvertBuilders
internal import AdvertisingData

extension SourceForm {
  /// Kotlin for Android's `BluetoothLeAdvertiser`.
  static let android = SourceForm(
    id: "android", summary: "Android's AdvertiseData.Builder, in Kotlin", language: .kotlin,
    prologue: [
      "import android.bluetooth.le.AdvertiseData", "import android.bluetooth.le.AdvertiseSettings",
      "import android.bluetooth.le.AdvertisingSetParameters", "import android.os.ParcelUuid",
    ]
  ) { entry in
    guard let settings = settings(of: entry) else { return ["// Android has no call for \(entry.pdu.rawValue)."] }
    var lines = settings
    var asked: [Block: [ADValue]] = [:]
    let blocks = [
      (Block.advertising, entry.advertising, "advertiseData"), (.scanResponse, entry.scanResponse, "scanResponse"),
    ]
    for (block, payload, name) in blocks where block == .advertising || !payload.isEmpty {
      lines.append("val \(entry.named(name)) = AdvertiseData.Builder()")
      for element in payload.decoded.elements {
        if case .flags = element.value { continue }
        guard !element.overruns, let calls = calls(element.value) else {
          lines.append("  // There is no call for \(SourceText.harmless(element.type.words)).")
          continue
        }
        lines += calls.map { "  .\($0)" }
        asked[block, default: []].append(element.value)
      }
      lines.append("  .build()")
    }
    return lines + differences(of: entry, asked)
  }

  /// Returns the lines that choose the kind of advertising; `nil` when there is no call for it.
  private static func settings(of entry: NumberedEntry) -> [String]? {
    let modes: [Int64: String] = [1000: "LOW_POWER", 250: "BALANCED", 100: "LOW_LATENCY"]
    switch entry.pdu {
    case .advInd, .advScanInd:
      let mode = entry.interval?.wholeMilliseconds.flatMap { modes[$0] }
      return ["val \(entry.named("settings")) = AdvertiseSettings.Builder()"]
        + (mode.map { ["  .setAdvertiseMode(AdvertiseSettings.ADVERTISE_MODE_\($0))"] } ?? [])
        + ["  .setConnectable(\(entry.pdu == .advInd))", "  .build()"]
    case .advNonconnInd, .extendedConnectable, .extendedScannable, .extendedNonconnectable:
      return [
        "val \(entry.named("parameters")) = AdvertisingSetParameters.Builder()",
        "  .setLegacyMode(\(!entry.pdu.isExtended))", "  .setConnectable(\(entry.pdu.isConnectable))",
        "  .setScannable(\(entry.pdu.isScannable))", "  .build()",
      ]
    case .advDirectInd: return nil
    }
  }

  /// Returns the calls that ask for a value; `nil` when there are none.
  private static func calls(_ value: ADValue) -> [String]? {
    switch value {
    case .localName(let name) where name.isComplete:
      return ["setIncludeDeviceName(true)  // the phone's name: \(SourceText.literal(name.octets))"]
    case .txPowerLevel: return ["setIncludeTxPowerLevel(true)"]
    case .serviceUUIDs(let list) where list.isComplete && list.rest.isEmpty:
      return list.uuids.map { "addServiceUuid(\(parcel($0)))" }
    case .solicitationUUIDs(let list) where list.rest.isEmpty:
      return list.uuids.map { "addServiceSolicitationUuid(\(parcel($0)))" }
    case .serviceData(let data): return ["addServiceData(\(parcel(data.uuid)), \(array(data.data)))"]
    case .manufacturerData(let data):
      return ["addManufacturerData(\(HexDigits.number(data.company, octets: 2)), \(array(data.data)))"]
    default: return nil
    }
  }

  private static func parcel(_ uuid: BluetoothUUID) -> String {
    "ParcelUuid.fromString(\"\(uuid.fullText)\")"
  }

  /// Returns octets as an array of Kotlin, whose bytes have a sign.
  private static func array(_ octets: [UInt8]) -> String {
    let numbers = octets.map { "0x" + HexText.compact([$0]) + ($0 < 0x80 ? "" : ".toByte()") }
    return "byteArrayOf(\(numbers.joined(separator: ", ")))"
  }

  /// Returns what Android makes of the calls where that is not the layout, as comments.
  private static func differences(of entry: NumberedEntry, _ asked: [Block: [ADValue]]) -> [String] {
    let request = BuildRequest(
      pdu: entry.pdu, advertising: asked[.advertising] ?? [], scanResponse: asked[.scanResponse])
    let built: BuiltLayout
    do throws(BuildRefusal) {
      built = try StackBuilder.android.built(request, version: StackBuilder.android.newest)
    } catch {
      return ["// Android does not send it: \(SourceText.harmless(error.reason))."]
    }
    let blocks = [
      ("advertising data", built.advertising, entry.advertising),
      ("scan response", built.scanResponse, entry.scanResponse),
    ]
    return blocks.compactMap { name, block, payload in
      guard !isSame(block, payload) else { return nil }
      return "// Android sends this \(name), with its own Flags and order: \(HexText.compact(block.octets))"
    }
  }

  private static func isSame(_ block: BuiltBlock, _ payload: Payload) -> Bool {
    block.octets.count == payload.count
      && block.octets.indices.allSatisfy { block.unknown.contains($0) || block.octets[$0] == payload.octets[$0] }
  }
}
