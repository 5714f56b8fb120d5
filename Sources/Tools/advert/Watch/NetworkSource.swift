internal import AdvertCapture
internal import AdvertReading
internal import PlatformLibrary

/// A program that sends a capture over TCP, written `tcp:HOST:PORT`: Android's net snoop, or any other.
struct NetworkAddress: Equatable {
  let host: String
  let port: String

  /// The time that the other side may take to answer, in microseconds.
  private static let patience: Int64 = 10_000_000

  /// Reads an address; `nil` for a text of another form. An IPv6 address may be in brackets.
  init?(_ text: String) {
    guard text.hasPrefix("tcp:"), let colon = text.lastIndex(of: ":") else { return nil }
    let start = text.index(text.startIndex, offsetBy: 4)
    guard colon > start else { return nil }
    var host = text[start..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
    let port = text[text.index(after: colon)...]
    guard !host.isEmpty, UInt16(port) ?? 0 > 0 else { return nil }
    self.host = String(host)
    self.port = String(port)
  }

  /// Connects, and returns the descriptor.
  func connection(_ loop: WatchLoop) throws(InputFailure) -> CInt {
    var hints = unsafe addrinfo()
    #if canImport(Darwin) || canImport(Musl)
      unsafe hints.ai_socktype = SOCK_STREAM
    #else
      unsafe hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
    #endif
    var found: UnsafeMutablePointer<addrinfo>?
    let error = unsafe getaddrinfo(host, port, &hints, &found)
    guard error == 0 else { throw InputFailure(reason: unsafe String(cString: gai_strerror(error)).lowercased()) }
    defer { unsafe freeaddrinfo(found) }
    var failure = InputFailure(reason: "no address")
    var next = unsafe found
    while let address = unsafe next?.pointee {
      do throws(InputFailure) {
        return try unsafe connection(to: address, loop)
      } catch {
        if error == .interrupted { throw error }
        failure = error
      }
      unsafe next = address.ai_next
    }
    throw failure
  }

  private func connection(to address: addrinfo, _ loop: WatchLoop) throws(InputFailure) -> CInt {
    let descriptor = unsafe socket(address.ai_family, address.ai_socktype, address.ai_protocol)
    guard descriptor >= 0 else { throw .ofLatestCall() }
    var isConnected = false
    defer { if !isConnected { close(descriptor) } }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    if unsafe connect(descriptor, address.ai_addr, address.ai_addrlen) != 0 {
      guard errno == EINPROGRESS else { throw .ofLatestCall() }
      switch loop.wait(descriptor, for: CInt(POLLOUT), atMost: Self.patience) {
      case .stopped: throw .interrupted
      case .timeIsUp: throw InputFailure(reason: "no answer from \(host)")
      case .ready: break
      }
      var reason: CInt = 0
      var length = socklen_t(MemoryLayout<CInt>.size)
      _ = unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &reason, &length)
      guard reason == 0 else {
        errno = reason
        throw .ofLatestCall()
      }
    }
    isConnected = true
    return descriptor
  }
}
