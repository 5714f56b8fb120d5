/// Deflated octets in memory of which it is known how many they unpack to, such as a section of an ELF file.
package enum DeflatedOctets {
  /// The format around them.
  package enum Wrapper {
    /// Nothing, as in zip archives.
    case none
    /// The format of RFC 1950.
    case zlib
  }

  /// The best ratio that deflate can reach.
  private static let maximumRatio = 1032

  /// Returns the unpacked octets; `nil` when the packed ones are damaged, or unpack to another number of octets.
  package static func unpacked(_ packed: [UInt8], _ wrapper: Wrapper, count: Int) -> [UInt8]? {
    guard count >= 0, count / maximumRatio <= packed.count else { return nil }
    // With room for one octet more, the end is seen, and whether more would come.
    var octets = [UInt8](repeating: 0, count: count + 1)
    do throws(InputFailure) {
      var inflater = try Inflater(wrapper == .zlib ? .zlib : .none)
      var (taken, made) = (0, 0)
      while true {
        let step = inflater.inflate(packed.span.extracting(taken..<packed.count), into: &octets, at: made)
        (taken, made) = (taken + step.packed, made + step.unpacked)
        switch step.outcome {
        case .failed: return nil
        case .finished:
          guard made == count else { return nil }
          octets.removeLast()
          return octets
        case .unfinished:
          guard made <= count, step.packed > 0 || step.unpacked > 0 else { return nil }
        }
      }
    } catch {
      return nil
    }
  }
}
