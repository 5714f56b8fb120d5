/// Functions of the C library and of compilers that are not in the image, because they are in the processor's ROM.
///
/// Source: ISO/IEC 9899:2018, 7.24 (strings) and 7.22; the GNU Compiler Collection Internals, 4.1 (integers); ESP-IDF,
/// components/esp_rom for what there is.
enum LibraryCalls {
  static let functions: [AnsweredFunction] =
    [
      function("memcpy", answer: copy), function("memmove", answer: copy),
      function("memset") { arguments, _, memory in
        fill(arguments[0], with: arguments[1], count: arguments[2], &memory)
        return .result(arguments[0])
      },
      function("bzero") { arguments, _, memory in
        fill(arguments[0], with: 0, count: arguments[1], &memory)
        return .result(0)
      },
      function("memcmp") { arguments, _, memory in
        compared(arguments[0], arguments[1], count: arguments[2], endsAtZero: false, &memory)
      },
      function("strcmp") { arguments, _, memory in
        compared(arguments[0], arguments[1], count: longest, endsAtZero: true, &memory)
      },
      function("strncmp") { arguments, _, memory in
        compared(arguments[0], arguments[1], count: arguments[2], endsAtZero: true, &memory)
      },
      function("strlen") { arguments, _, memory in length(arguments[0], longest, &memory).map { .result($0) } ?? .leave
      },
      function("strnlen") { arguments, _, memory in .result(length(arguments[0], arguments[1], &memory) ?? arguments[1])
      },
      function("strcpy") { arguments, _, memory in
        guard let count = length(arguments[1], longest, &memory) else { return .leave }
        move(to: arguments[0], from: arguments[1], count: count + 1, &memory)
        return .result(arguments[0])
      },
      function("strncpy") { arguments, _, memory in
        let room = min(arguments[2], longest)
        let count = length(arguments[1], room, &memory) ?? room
        move(to: arguments[0], from: arguments[1], count: count, &memory)
        fill(arguments[0] &+ count, with: 0, count: room - count, &memory)
        return .result(arguments[0])
      },
      function("strlcpy") { arguments, _, memory in
        guard let count = length(arguments[1], longest, &memory) else { return .leave }
        if arguments[2] > 0 {
          let kept = min(count, arguments[2] - 1)
          move(to: arguments[0], from: arguments[1], count: kept, &memory)
          fill(arguments[0] &+ kept, with: 0, count: 1, &memory)
        }
        return .result(count)
      },
      function("strcat") { arguments, _, memory in
        guard let place = length(arguments[0], longest, &memory), let count = length(arguments[1], longest, &memory)
        else { return .leave }
        move(to: arguments[0] &+ place, from: arguments[1], count: count + 1, &memory)
        return .result(arguments[0])
      },
      function("strchr") { arguments, _, memory in found(arguments, &memory, isLast: false) },
      function("strrchr") { arguments, _, memory in found(arguments, &memory, isLast: true) },
      function("memchr") { arguments, _, memory in
        for index in 0..<min(arguments[2], longest)
        where memory.load(arguments[0] &+ index, size: 1) == arguments[1] & 0xFF {
          return .result(arguments[0] &+ index)
        }
        return .result(0)
      },
      function("strdup") { arguments, host, memory in
        guard let count = length(arguments[0], longest, &memory) else { return .leave }
        let place = host.allocate(count + 1)
        if place != 0 { move(to: place, from: arguments[0], count: count + 1, &memory) }
        return .result(place)
      },
      function("toupper") { arguments, _, _ in
        .result(0x61...0x7A ~= arguments[0] ? arguments[0] - 0x20 : arguments[0])
      },
      function("tolower") { arguments, _, _ in
        .result(0x41...0x5A ~= arguments[0] ? arguments[0] + 0x20 : arguments[0])
      },
      // The image does not contain the first random number.
      function("rand") { _, _, memory in memory.outsideReading(of: 0xFFFF_E000).map { .result($0 >> 1) } ?? .leave },
      digits("itoa", isSigned: true), digits("__itoa", isSigned: true), digits("utoa", isSigned: false),
      digits("__utoa", isSigned: false),
      function("abs") { arguments, _, _ in .result(Int32(bitPattern: arguments[0]).magnitude) },
      // Numbers of 64 bits take two words.
      divided("__udivdi3") { one, other in other == 0 ? .max : one / other },
      divided("__umoddi3") { one, other in other == 0 ? one : one % other },
      divided("__divdi3") { one, other in
        UInt64(
          bitPattern: other == 0
            ? -1 : Int64(bitPattern: one).dividedReportingOverflow(by: Int64(bitPattern: other)).partialValue)
      },
      divided("__moddi3") { one, other in
        let (rest, overflow) = Int64(bitPattern: one).remainderReportingOverflow(dividingBy: Int64(bitPattern: other))
        return other == 0 ? one : overflow ? 0 : UInt64(bitPattern: rest)
      },
      divided("__muldi3") { one, other in one &* other },
      shifted("__ashldi3") { number, count in number << count },
      shifted("__lshrdi3") { number, count in number >> count },
      shifted("__ashrdi3") { number, count in UInt64(bitPattern: Int64(bitPattern: number) >> Int64(count)) },
      function("__bswapsi2") { arguments, _, _ in .result(arguments[0].byteSwapped) },
      function("__clzsi2") { arguments, _, _ in .result(UInt32(arguments[0].leadingZeroBitCount)) },
      function("__ctzsi2") { arguments, _, _ in .result(UInt32(arguments[0].trailingZeroBitCount)) },
      function("__popcountsi2") { arguments, _, _ in .result(UInt32(arguments[0].nonzeroBitCount)) },
    ]
    // Functions for texts for people, and for time.
    + ["esp_rom_printf", "ets_printf", "esp_rom_delay_us", "ets_delay_us"].map {
      function($0) { _, _, _ in .result(0) }
    }

  /// Returns a function of the ROM: the image's own copy runs if there is one.
  static func function(_ name: String, answer: @escaping AnsweredFunction.Answer) -> AnsweredFunction {
    AnsweredFunction(name, stack: "", isLibrary: true, answer: answer)
  }

  /// A limit above the length of payloads and names.
  private static let longest: UInt32 = 1 << 16

  private static func copy(
    _ arguments: CallArguments, _ host: inout RunningHost, _ memory: inout ProgramMemory
  ) -> ProgramReply {
    move(to: arguments[0], from: arguments[1], count: arguments[2], &memory)
    return .result(arguments[0])
  }

  /// Copies octets that may overlap. A copy that is longer than a limit is cut.
  private static func move(to target: UInt32, from source: UInt32, count: UInt32, _ memory: inout ProgramMemory) {
    let count = min(count, longest)
    let isBackward = target &- source < count
    for index in 0..<count {
      let place = isBackward ? count - 1 - index : index
      guard let octet = memory.load(source &+ place, size: 1), memory.store(octet, at: target &+ place, size: 1) else {
        return
      }
    }
  }

  private static func fill(_ target: UInt32, with octet: UInt32, count: UInt32, _ memory: inout ProgramMemory) {
    for index in 0..<min(count, longest) {
      guard memory.store(octet & 0xFF, at: target &+ index, size: 1) else { return }
    }
  }

  /// Returns the number of octets before a zero; `nil` where there is none.
  private static func length(_ text: UInt32, _ longest: UInt32, _ memory: inout ProgramMemory) -> UInt32? {
    for index in 0..<min(longest, Self.longest) {
      guard let octet = memory.load(text &+ index, size: 1) else { return nil }
      if octet == 0 { return index }
    }
    return nil
  }

  private static func compared(
    _ one: UInt32, _ other: UInt32, count: UInt32, endsAtZero: Bool, _ memory: inout ProgramMemory
  ) -> ProgramReply {
    for index in 0..<min(count, longest) {
      guard let first = memory.load(one &+ index, size: 1), let second = memory.load(other &+ index, size: 1) else {
        return .leave
      }
      if first != second { return .result(first &- second) }
      if endsAtZero, first == 0 { break }
    }
    return .result(0)
  }

  private static func found(
    _ arguments: CallArguments, _ memory: inout ProgramMemory, isLast: Bool
  ) -> ProgramReply {
    guard let count = length(arguments[0], longest, &memory) else { return .leave }
    var place: UInt32 = 0
    for index in 0...count where memory.load(arguments[0] &+ index, size: 1) == arguments[1] & 0xFF {
      place = arguments[0] &+ index
      if !isLast { break }
    }
    return .result(place)
  }

  /// Returns a function that writes a number as a text, with a sign where it is decimal.
  private static func digits(_ name: String, isSigned: Bool) -> AnsweredFunction {
    function(name) { arguments, _, memory in
      let (number, base) = (arguments[0], arguments[2])
      guard 2...36 ~= base else { return .result(0) }
      let isNegative = isSigned && base == 10 && number >> 31 == 1
      let text = (isNegative ? "-" : "") + String(isNegative ? 0 &- number : number, radix: Int(base))
      memory.write(Array(text.utf8) + [0], at: arguments[1])
      return .result(arguments[1])
    }
  }

  private static func divided(_ name: String, _ operation: @escaping @Sendable (UInt64, UInt64) -> UInt64)
    -> AnsweredFunction
  {
    function(name) { arguments, _, _ in .wide(operation(number(arguments, 0), number(arguments, 2))) }
  }

  private static func shifted(_ name: String, _ operation: @escaping @Sendable (UInt64, UInt64) -> UInt64)
    -> AnsweredFunction
  {
    function(name) { arguments, _, _ in .wide(operation(number(arguments, 0), UInt64(arguments[2] & 63))) }
  }

  private static func number(_ arguments: CallArguments, _ place: Int) -> UInt64 {
    UInt64(arguments[place + 1]) << 32 | UInt64(arguments[place])
  }
}
