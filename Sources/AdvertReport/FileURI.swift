internal import AdvertisingData

/// A file's path as a URI reference (RFC 3986): relative paths stay relative.
struct FileURI {
  let text: String

  init(_ path: String) {
    var path = path[...]
    while path.hasPrefix("./") {
      path = path.dropFirst(2).drop { $0 == "/" }
    }
    text = (path.hasPrefix("/") ? "file://" : "") + path.utf8.map(Self.encoded).joined()
  }

  /// Colons too: one in the first part of a relative path would read as a scheme.
  private static func encoded(_ octet: UInt8) -> String {
    switch octet {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"), UInt8(ascii: "/"):
      String(Unicode.Scalar(octet))
    default: "%" + HexText.compact([octet]).uppercased()
    }
  }
}
