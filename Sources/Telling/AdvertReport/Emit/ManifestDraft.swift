internal import AdvertManifest
internal import AdvertObservation
internal import AdvertReading
package import AdvertRepack
internal import AdvertisingData

/// A manifest to start with.
package struct ManifestDraft {
  private let entries: [SourceForm.Entry]
  private let heading: [String]

  /// The greatest size of a manifest.
  private static let maximumOctets = 1 << 20

  /// - Parameters:
  ///   - sources: the origins of the layouts.
  ///   - devices: the patterns that chose the devices.
  ///   - schema: the path of the JSON Schema; `nil` when it is not written.
  package init(entries: [SourceForm.Entry], sources: [String], devices: [String], schema: String?) {
    self.entries = entries
    var heading = Self.schemaLines(schema)
    heading.append("What was sent, as it is: written by advert init from \(sources.joined(separator: ", ")).")
    heading.append("`advert lint` judges it; `advert reach` says who discovers it.")
    if !devices.isEmpty {
      heading.append(
        "To judge these devices in captures: devices: [\(devices.map(WrittenFields.scalar).joined(separator: ", "))]")
    }
    self.heading = heading
  }

  private static func schemaLines(_ schema: String?) -> [String] {
    schema.map { ["yaml-language-server: $schema=\($0)"] } ?? []
  }

  /// Returns the manifest.
  ///
  /// - Throws: when a manifest cannot contain the layouts, because they are too many or too long.
  package func text() throws(Problem) -> String {
    let text = SourceForm.yaml.text(of: entries, heading: heading)
    guard text.utf8.count <= Self.maximumOctets else {
      throw Problem(description: "expected at most \(Self.maximumOctets) bytes of text, found \(text.utf8.count)")
    }
    let layouts: [DeclaredLayout]
    do throws(ManifestError) {
      layouts = try Manifest(reading: text).layouts
    } catch {
      throw Problem(description: error.description)
    }
    for (entry, declared) in zip(entries, layouts) {
      let response = declared.layout.scanResponse.payloads.first
      // A placeholder is read as one of the values that it stands for.
      let pairs = [
        (declared.layout.advertising, entry.advertising, Block.advertising),
        (response, entry.scanResponse, .scanResponse),
      ]
      guard
        pairs.allSatisfy({
          PayloadPattern($0 ?? Payload(), varying: declared.variation(of: $2)).matches($1 ?? Payload())
        })
      else { throw Problem(description: "expected the bytes of \(entry.title), found others") }
    }
    return text
  }

  /// The reason why a manifest cannot contain the layouts.
  package struct Problem: Error, CustomStringConvertible {
    package let description: String
  }

  /// Returns a manifest that shows its possible contents.
  package static func skeleton(schema: String?) -> String {
    (schema.map { "# yaml-language-server: $schema=\($0)\n" } ?? "") + skeletonText
  }

  private static let skeletonText = """
    # What this project advertises. `advert lint` judges it, and `advert reach` says who discovers it.

    # Services that must be in the advertising data of something judged, by UUID or name.
    # expect: { services: [Battery] }

    # Devices that are judged in captures, and must be there: addresses, names, or names with * and ?.
    # devices: ["Sensor-*"]

    # The scanners that matter. `advert profiles` lists them.
    # profiles: [android, ios-background]

    # How much the findings of a rule matter: off, note, warning or error. `advert rules` lists them.
    # rules: { flags-missing: error }

    # Findings that are known and accepted.
    # ignore:
    #   - { rule: appearance-unknown-wastes-space, layout: sensor, reason: sold like that }

    layouts:
      sensor:
        # ADV_SCAN_IND, ADV_NONCONN_IND, EXT_CONNECTABLE, …; what a phone connects to is mostly this:
        pdu: ADV_IND
        # public, random-static, random-resolvable, random-non-resolvable
        address: random-static
        interval: 152.5 ms
        # Field by field, or as hex: 02 01 06 …
        advertising:
          - flags: [general-discoverable, br-edr-not-supported]
          - services: [Battery]
          - name: Sensor
        # What only active scanners receive:
        # scanResponse:
        #   - txPower: 0

    """
}
