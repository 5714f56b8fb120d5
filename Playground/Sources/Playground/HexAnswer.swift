internal import AdvertManifest

/// The answer of `lint` about layouts in hex, and these layouts as the boxes of the page take them.
enum HexAnswer {
  /// Returns the answer to a request with the parts `name` and `octets`.
  static func text(for request: Request) -> String {
    let name = request.text("name") ?? "the text"
    guard let octets = request.octets("octets"), let text = String(validating: octets, as: UTF8.self) else {
      return LayoutList.failed(name, "expected layouts in hex, found no text")
    }
    do throws(ManifestError) {
      return LayoutList.answer(try HexLayouts.read(text), in: text, name)
    } catch {
      return LayoutList.failed(name, "\(error)")
    }
  }
}
