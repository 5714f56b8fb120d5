import Testing

@testable import advert

/// Arrays in source code with names that the file does not define: no command judges what they stand for.
@Suite struct UndefinedNamesTests {
  private static let octets = ["2", "1", "6", "3", "3", "0x0d", "0x18"]
  /// The offsets of lengths and types.
  private static let structural: Set = [1, 3, 4]

  /// A name in the place of each octet but the first, which shows that the array is a payload.
  @Test(arguments: 1..<7, ["a.c", "a.h", "a.txt"]) func eachOctet(_ place: Int, _ file: String) throws {
    var octets = Self.octets
    octets[place] = "SOME_NAME"
    try TextFile.inFolder { folder in
      let path = folder + "/" + file
      try TextFile.write("static const uint8_t adv[] = {\n\(octets.joined(separator: ", "))\n};\n", to: path)
      let lint = CommandLineRun(["lint", path])
      #expect(lint.status == .findings && lint.transcript.contains("[image-payload-unread]"), "\(lint.transcript)")
      for command in [["lint"], ["lint", "--format", "json"], ["reach"], ["repack"]] {
        let run = CommandLineRun(command + [path])
        #expect(run.transcript.contains("the file does not define SOME_NAME"), "\(command): \(run.transcript)")
        #expect(!run.transcript.contains("hex digit"), "\(run.transcript)")
      }
      let document = CommandLineRun(["lint", "--format", "json", path]).output
      #expect(document.contains("\"complete\": false"), "\(document)")
      // Where the structure is not known, nothing of it is judged.
      #expect(document.contains("\"layouts\": \(Self.structural.contains(place) ? 0 : 1)"), "\(document)")
    }
  }

  @Test func aDefinedNameIsANumber() throws {
    try TextFile.inFolder { folder in
      let path = folder + "/a.c"
      try TextFile.write("#define FLAGS 6\nuint8_t adv[] = {2, 1, FLAGS, 3, 3, 0x0d, 0x18};\n", to: path)
      let lint = CommandLineRun(["lint", "--format", "json", path])
      #expect(lint.status == .success && lint.output.contains("\"complete\": true"), "\(lint.transcript)")
    }
  }
}
