internal import AdvertisingData

/// The messages of a stream of Arrow: a schema, then batches of rows, then an end.
///
/// Source: <https://arrow.apache.org/docs/format/Columnar.html#serialization-and-interprocess-communication-ipc>, and
/// Schema.fbs and Message.fbs beside it.
enum ArrowMessage {
  /// The end of a stream.
  static let end: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0]

  /// V5 of MetadataVersion.
  private static let version: FlatBuffer.Field = .short(4)

  /// Returns the first message of a stream.
  static func schema(_ fields: [ArrowField], metadata: [(name: String, value: String)]) -> [UInt8] {
    // endianness (little), fields, custom_metadata
    let schema: [FlatBuffer.Field] = [.short(0), .tables(fields.map { $0.table }), ArrowField.table(metadata)]
    return framed(FlatBuffer(root: [version, .octet(1), .table(schema), .long(0)]).octets)
  }

  /// Returns the message of a batch of rows, without its body.
  static func batch(of rows: Int, _ body: ArrowBody) -> [UInt8] {
    // length, nodes, buffers
    let batch: [FlatBuffer.Field] = [.long(Int64(rows)), .pairs(body.nodes), .pairs(body.buffers)]
    return framed(
      FlatBuffer(root: [version, .octet(3), .table(batch), .long(Int64(body.octets.count))]).octets)
  }

  /// Returns a message with its mark and its length before it. What follows begins at a multiple of eight octets.
  private static func framed(_ message: [UInt8]) -> [UInt8] {
    let padding = [UInt8](repeating: 0, count: (8 - message.count % 8) % 8)
    let length = UInt32(truncatingIfNeeded: message.count + padding.count)
    return [0xFF, 0xFF, 0xFF, 0xFF] + length.littleEndianOctets + message + padding
  }
}

/// The body of a batch: the buffers of all columns, and where each is.
struct ArrowBody {
  private(set) var octets: [UInt8] = []
  /// The length of each column and the number of its nulls.
  private(set) var nodes: [(Int64, Int64)] = []
  /// The offset and the length of each buffer.
  private(set) var buffers: [(Int64, Int64)] = []

  /// Empties it for the next batch. Its memory stays: asking for another megabyte costs as much as filling it.
  mutating func removeAll() {
    octets.removeAll(keepingCapacity: true)
    nodes.removeAll(keepingCapacity: true)
    buffers.removeAll(keepingCapacity: true)
  }

  mutating func addNode(count: Int, nulls: Int) { nodes.append((Int64(count), Int64(nulls))) }

  mutating func add(_ buffer: [UInt8]) {
    buffers.append((Int64(octets.count), Int64(buffer.count)))
    octets += buffer
    align()
  }

  /// - Parameter numbers: as they lie in a stream, the least significant octet first.
  mutating func add<Number: FixedWidthInteger & BitwiseCopyable>(numbers: [Number]) {
    buffers.append((Int64(octets.count), Int64(numbers.count * (Number.bitWidth / 8))))
    unsafe numbers.withUnsafeBytes { unsafe octets.append(contentsOf: $0) }
    align()
  }

  private mutating func align() {
    while octets.count % 8 != 0 { octets.append(0) }
  }
}
