/// gzip: a compressed capture reads like the capture itself (RFC 1952).
enum Gzip {
  /// The mark, and the one compression method there is.
  static func recognises(_ head: Span<UInt8>) -> Bool {
    head.count >= 3 && head[0] == 0x1F && head[1] == 0x8B && head[2] == 0x08
  }
}
