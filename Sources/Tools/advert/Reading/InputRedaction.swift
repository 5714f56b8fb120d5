internal import AdvertFirmware
internal import AdvertLint
internal import AdvertManifest
internal import AdvertObservation
internal import AdvertReading
internal import AdvertRedaction
internal import AdvertScan
internal import AdvertisingData

/// Pseudonyms in the inputs of a command line besides captures: devices that are chosen, declared layouts, images, manifests.
extension Redaction {
  /// Returns the patterns for devices with names and addresses replaced.
  func devices(_ selectors: [DeviceSelector]) throws(CommandFailure) -> [DeviceSelector] {
    var redacted: [DeviceSelector] = []
    for selector in selectors {
      if selector.isExact {
        redacted.append(DeviceSelector(device(selector.text)))
      } else if selector.isKeptByRedaction {
        redacted.append(selector)
      } else {
        throw CommandFailure(
          "--redact takes a device by its whole address or name: a part of one cannot be found among pseudonyms")
      }
    }
    return redacted
  }

  func layout(_ declared: DeclaredLayout) -> DeclaredLayout {
    var redacted = declared
    redacted.name = declared.name.map(text)
    redacted.layout = layout(declared.layout)
    redacted.asked = declared.asked.map { layout($0) }
    redacted.merged = declared.merged.flatMap { MergedPayload(payload($0.payload).octets) }
    // The file does not contain these payloads.
    redacted.text = nil
    return redacted
  }

  func image(_ image: FirmwareImage) -> FirmwareImage {
    image.replacing(payloads: { payload($0) }, paths: { path($0) })
  }

  func manifest(_ file: ManifestFile) -> ManifestFile {
    func device(_ text: String) -> String { DeviceSelector(text).isKeptByRedaction ? text : self.device(text) }
    var manifest = file.manifest
    manifest.layouts = manifest.layouts.map(layout)
    for index in manifest.refused.indices {
      manifest.refused[index].name = text(manifest.refused[index].name)
      manifest.refused[index].asked = manifest.refused[index].asked.map(layout)
    }
    manifest.devices = manifest.devices.map(device)
    for layer in manifest.settings.indices {
      for index in manifest.settings[layer].ignores.indices {
        switch manifest.settings[layer].ignores[index].target {
        case .layout(let name): manifest.settings[layer].ignores[index].target = .layout(text(name))
        case .device(let name): manifest.settings[layer].ignores[index].target = .device(device(name))
        }
      }
    }
    return ManifestFile(manifest, text: "", path: path(file.path))
  }
}
