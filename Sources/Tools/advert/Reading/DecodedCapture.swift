internal import AdvertCapture
internal import AdvertObservation
internal import AdvertReading
internal import AdvertReport
internal import AdvertisingData

/// The distinct payloads of a capture that `decode` takes apart, each with its device and its block.
struct DecodedCapture {
  /// One of them.
  struct Part {
    /// The device, the block and the record.
    let name: String
    let pdu: AdvertisingPDU?
    let block: Block
    let payload: Payload
  }

  private(set) var parts: [Part] = []
  /// The number of further payloads.
  private(set) var left = 0

  /// The most payloads that are shown.
  private static let mostParts = 100

  /// Reads a file; `nil` when it is neither a capture nor a log, or has no payload.
  init?(_ path: String) {
    guard FileKind(of: path) == .file, let source = try? RewindableSource(opening: path) else { return nil }
    var observations = Observations(maximumAdvertisers: Capture.usualMostDevices)
    guard (try? source.read(CaptureOptions(), into: &observations, redaction: nil)) != nil else { return nil }
    var known: Set<Key> = []
    for device in observations.all.flatMap({ Array($0.advertisers) }) {
      for observed in device.layouts {
        if let payload = observed.layout.advertising {
          let block = observed.isBlockKnown ? "advertising data" : "a block that the log does not name"
          add(payload, .advertising, block, observed.firstSighting, of: device, observed.layout.pdu, &known)
        }
        for response in observed.scanResponses {
          add(response.payload, .scanResponse, "scan response", response.firstSighting, of: device, nil, &known)
        }
      }
    }
    guard !parts.isEmpty else { return nil }
  }

  /// Returns the reason why a file is no capture; `nil` for one that can be read.
  static func problem(of path: String) -> InputProblem? {
    var observations = Observations(maximumAdvertisers: 1)
    let source: RewindableSource
    do throws(InputProblem) {
      source = try RewindableSource(opening: path)
    } catch {
      return error
    }
    do throws(CaptureError) {
      _ = try source.read(CaptureOptions(), into: &observations, redaction: nil)
      return nil
    } catch {
      return InputProblem(error)
    }
  }

  /// A payload of one device: the same bytes of another are another part.
  private struct Key: Hashable {
    let address: DeviceAddress
    let block: Block
    let octets: [UInt8]
  }

  private mutating func add(
    _ payload: Payload, _ block: Block, _ words: String, _ sighting: Sighting?, of device: Advertiser,
    _ pdu: AdvertisingPDU?, _ known: inout Set<Key>
  ) {
    let key = Key(address: device.address, block: block, octets: payload.octets)
    guard !payload.isEmpty, known.insert(key).inserted else { return }
    guard parts.count < Self.mostParts else {
      left += 1
      return
    }
    let names = ["\(device.address)", device.name, words, sighting.map { "record \($0.record)" }]
    parts.append(
      Part(name: names.compactMap(\.self).joined(separator: ", "), pdu: pdu, block: block, payload: payload))
  }
}
