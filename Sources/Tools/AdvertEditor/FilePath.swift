/// Paths of files that an editor names by URIs.
enum FilePath {
  /// Returns the path of a URI. A text that is not a URI of a file stays unchanged: documents that are not on a disk
  /// also have names.
  static func of(uri: String) -> String {
    guard uri.hasPrefix("file://") else { return uri }
    let rest = uri.dropFirst("file://".count)
    // The name of the machine, between the slashes, is ignored: it is this machine.
    let path = rest.first == "/" ? rest : rest.drop { $0 != "/" }
    return unescaped(path)
  }

  private static func unescaped(_ text: Substring) -> String {
    var octets: [UInt8] = []
    var rest = text.utf8[...]
    while let octet = rest.popFirst() {
      if octet == UInt8(ascii: "%"), rest.count > 1,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        octets.append(value)
        rest = rest.dropFirst(2)
      } else {
        octets.append(octet)
      }
    }
    return String(decoding: octets, as: UTF8.self)
  }
}
