/// The keys of `advert.decode/1`, of firmware images.
enum ImageKeys {
  static let keys: [DescribedKey] = [
    DescribedKey("schema", .string, "`advert.decode/1`"),
    DescribedKey("images", .list(.object(images)), "the images, in order"),
  ]

  private static let images: [DescribedKey] = [
    DescribedKey("path", .string, "the path as given"),
    DescribedKey("kind", .string, "what the file is, in words: `ELF executable for ARM`"),
    DescribedKey("functions", .list(.string), "functions of known stacks, linked to advertise, sorted"),
    DescribedKey("remarks", .list(.string), "what of the debug information is not read"),
    DescribedKey("problems", .list(.string), "what is wrong with the file, and members that are not read"),
    DescribedKey("absence", .string, "why there is no payload", null: "when there is one"),
    DescribedKey("payloads", .list(.object(imagesPayloads)), "the payloads found"),
    DescribedKey("layouts", .list(.object(imagesLayouts)), "what is sent together, and how"),
    DescribedKey("unreadCalls", .list(.object(imagesUnreadCalls)), "calls that advertise what was not read"),
    DescribedKey("unread", .list(.object(imagesUnread)), "arrays that should be payloads and hold none"),
    DescribedKey("runs", .list(.object(imagesRuns)), "how programs were run, with `--explain`"),
  ]

  private static let imagesRuns: [DescribedKey] = [
    DescribedKey("start", .string, "where it began, in words: `main`, `its reset vector`"),
    DescribedKey("beginning", .string, "the function that was run by itself", null: "when the program came there"),
    DescribedKey("instructions", .integer, "instructions of the first run"),
    DescribedKey("events", .list(.object(imagesRunsEvents)), "what happened, in order"),
  ]

  private static let imagesRunsEvents: [DescribedKey] = [
    DescribedKey(
      "kind", .words(["call", "left", "otherResult", "time"]),
      "`call` for a call that was answered, `left` for a function that did not end, `otherResult` for a result that was "
        + "exchanged, `time` for a loop that was cut short"),
    DescribedKey("instructions", .integer, "instructions before it"),
    DescribedKey("function", .string, "the function that was called or left"),
    DescribedKey("caller", .string, "the function that called it", null: "when it is not known"),
    DescribedKey("address", .integer, "where the program went on"),
    DescribedKey("count", .integer, "how often, in a row"),
  ]

  private static let imagesUnreadCalls: [DescribedKey] = [
    DescribedKey("function", .string, "the function of the stack"),
    DescribedKey("caller", .string, "the function that calls it", null: "when no symbol says which"),
    DescribedKey(
      "role", .words(["advertising", "scanResponse", "periodic"]), "`advertising`, `scanResponse` or `periodic`"),
    DescribedKey("reason", .string, "why its data were not read, in words"),
    DescribedKey("mayBeRead", .boolean, "whether a payload that was read may be what it sends"),
    DescribedKey("member", .string, "the member of an archive", null: "when it is in no archive"),
    DescribedKey("sourceFile", .string, "the source file", null: "without debug information"),
    DescribedKey("line", .integer, "the line of the call in it", null: "without debug information"),
    DescribedKey("memoryAddress", .integer, "the address of the call", null: "in object files"),
    DescribedKey("fileOffset", .integer, "always `null`", null: "always"),
  ]

  private static let imagesUnread: [DescribedKey] = [
    DescribedKey("name", .string, "the array's name in the source"),
    DescribedKey("reason", .string, "why it is no payload, in words"),
    DescribedKey("member", .string, "the member of an archive", null: "when it is in no archive"),
    DescribedKey("sourceFile", .string, "the source file", null: "without debug information"),
    DescribedKey("line", .integer, "the line in it", null: "without debug information"),
    DescribedKey("memoryAddress", .integer, "the address in the memory of the program", null: "in object files"),
    DescribedKey("fileOffset", .integer, "offset in the image", null: "when the bytes are not in the file"),
  ]

  private static let imagesLayouts: [DescribedKey] = [
    DescribedKey("name", .string, "the names of the arrays"),
    DescribedKey("advertising", .string, "the array with the advertising data", null: "when there is none"),
    DescribedKey("scanResponse", .string, "the array with the scan response data", null: "when there is none"),
    DescribedKey("pdu", .words(DocumentWords.kinds), "the type of PDU"),
    DescribedKey(
      "interval",
      .object(imagesLayoutsInterval),
      "the interval that the program asks for",
      null: "when it is not known"),
    DescribedKey(
      "evidence",
      .words(["call", "variable", "assumed"]),
      "where the image shows the type and the interval: `call` or `variable`; `assumed` when it does not"),
    DescribedKey("shownBy", .string, "the call, or the variable", null: "when it is assumed"),
    DescribedKey(
      "nameAddedTo",
      .string,
      "the block that the host adds the device's name to: `advertising` or `scanResponse`",
      null: "when it adds none"),
    DescribedKey("addedName", .string, "that name", null: "when it adds none, or it is not known"),
  ]

  private static let imagesLayoutsInterval: [DescribedKey] = [
    DescribedKey("minimumMs", .number, "the shortest, in milliseconds"),
    DescribedKey("maximumMs", .number, "the longest, in milliseconds"),
  ]

  private static let imagesPayloads: [DescribedKey] = [
    DescribedKey("name", .string, "the array's name in the source"),
    DescribedKey(
      "role",
      .words(["advertising", "scanResponse", "periodic"]),
      "`advertising`, `scanResponse` or `periodic`"),
    DescribedKey(
      "evidence",
      .words(["type", "name", "call", "option", "run"]),
      "what it is known by: `type`, `name`, `call`, `option`, or `run` where the program makes it"),
    DescribedKey(
      "passedTo",
      .string,
      "the function of the stack that is given the array, which says its role",
      null: "when the image does not show it"),
    DescribedKey(
      "stack",
      .string,
      "the id of the stack: `zephyr`, `bluedroid` and others",
      null: "when an array of bytes does not tell"),
    DescribedKey("member", .string, "the member of an archive", null: "when it is in no archive"),
    DescribedKey(
      "sourceFile",
      .string,
      "the source file, as the compiler was given it",
      null: "without debug information"),
    DescribedKey(
      "line", .integer, "the line in it; of a payload that the program makes, that of the call",
      null: "without debug information"),
    DescribedKey(
      "memoryAddress", .integer, "the address in the memory of the program",
      null: "in object files, and for what the program makes"),
    DescribedKey(
      "fileOffset",
      .integer,
      "offset in the image",
      null: "when the payload is put together from several places"),
    DescribedKey("bytes", .octets, "all bytes"),
    DescribedKey("length", .integer, "how many bytes"),
    DescribedKey(
      "structures",
      .list(.object(DecodeKeys.structures(decoded: "the fields of the value, as [above](#decoded-values)"))),
      "the AD structures, in order"),
    DescribedKey("remarks", .list(.string), "what may differ on the air"),
    DescribedKey(
      "lines", .list(.object(imagesPayloadsLines)), "for a payload that the program makes: which line made which bytes"),
  ]

  private static let imagesPayloadsLines: [DescribedKey] = [
    DescribedKey("offset", .integer, "of the first byte"),
    DescribedKey("length", .integer, "how many bytes"),
    DescribedKey("line", .integer, "the line in the source file"),
  ]
}
