internal import AdvertisingData

/// A mark that tells the content of a file from that of another file of the same name: a hash over its beginning and its
/// length. A member of an archive has the mark of the same octets in a file of their own.
package struct ContentMark {
  /// The number of first octets that count.
  package static let headLength = 4096

  /// 16 hex digits.
  package let text: String

  /// - Parameters:
  ///   - head: the first octets, at most ``headLength``.
  ///   - length: octets of the file; `nil` when that is not known.
  package init(head: [UInt8], length: Int?) {
    var hash = FieldHash()
    hash.add(head)
    hash.add(length.map(String.init) ?? "")
    text = HexDigits.text(hash.bits, digits: 16)
  }
}
