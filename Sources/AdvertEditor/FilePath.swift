internal import AdvertisingData

/// The path that a URI of a file names.
enum FilePath {
  /// What is no URI of a file stays as it is: documents that are on no disk have names, too.
  static func of(uri: String) -> String {
    guard uri.hasPrefix("file://") else { return uri }
    let rest = uri.dropFirst("file://".count)
    // Between the slashes is the machine: this one.
    let path = rest.first == "/" ? rest : rest.drop { $0 != "/" }
    return unescaped(path)
  }

  /// The URI of a path.
  static func uri(of path: String) -> String {
    let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
    var uri = "file://"
    for octet in path.utf8 {
      if plain.contains(octet) {
        uri.unicodeScalars.append(Unicode.Scalar(octet))
      } else {
        uri += "%" + HexText.compact([octet]).uppercased()
      }
    }
    return uri
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
