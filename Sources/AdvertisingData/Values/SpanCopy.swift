extension Array where Element == UInt8 {
  /// The octets of a view, owned.
  public init(copying span: Span<UInt8>) {
    self.init(capacity: span.count) { output in
      for index in span.indices {
        output.append(span[index])
      }
    }
  }
}
