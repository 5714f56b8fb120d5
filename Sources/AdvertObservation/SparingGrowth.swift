#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// How arrays grow that may come to hold a million elements: seldom, because to copy them costs time and memory, and
/// into large pages. Memory that nothing was written to yet costs nothing, but processes may be allowed only so much of
/// it: the room stays in proportion to what is there.
extension Array where Element: BitwiseCopyable {
  /// Appends an element, and makes room for three times as many more where there are many and no room is left.
  @inline(__always)
  mutating func appendSparingly(_ element: Element) {
    makeRoom(for: 1)
    append(element)
  }

  /// Makes room for so many more, and where there are many, for three times as many.
  @inline(__always)
  mutating func makeRoom(for more: Int) {
    if count + more > capacity, count >= 1 << 14 { self = Array(withRoomFor: count * 4 + more, copying: self) }
  }

  /// With room for so many elements, and those given.
  @inline(never)
  init(withRoomFor room: Int, copying elements: some Collection<Element>) {
    self.init()
    reserveCapacity(room)
    let octets = capacity * MemoryLayout<Element>.stride
    // Before the first is written to: what is in use already stays in small pages.
    unsafe withUnsafeBufferPointer { unsafe preferLargePages($0.baseAddress, octets) }
    append(contentsOf: elements)
  }
}

/// Asks the system for large pages: a table of a million elements then costs a tenth of the page faults. Only whole pages
/// count. A system without large pages refuses, and nothing is lost.
private func preferLargePages(_ start: UnsafeRawPointer?, _ length: Int) {
  #if canImport(Glibc) || canImport(Musl)
    let page = sysconf(Int32(_SC_PAGESIZE))
    guard page > 0, let start = unsafe start else { return }
    let address = Int(bitPattern: start)
    let before = -address & (page - 1)
    let whole = (length - before) & ~(page - 1)
    guard whole > 0 else { return }
    unsafe madvise(UnsafeMutableRawPointer(mutating: start + before), whole, MADV_HUGEPAGE)
  #endif
}
