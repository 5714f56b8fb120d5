public import AdvertisingData

/// A firmware image: the advertising payloads that it contains, and those that it makes only when it runs.
public struct FirmwareImage: Sendable {
  /// The kind of the file, in words: `ELF executable for ARM`.
  public private(set) var kind: String
  /// The payloads, in the order of the source where it is known, otherwise in the order of the memory.
  public private(set) var arrays: [PayloadArray] = []
  /// Arrays that are made for payloads but contain none.
  public private(set) var unread: [UnreadArray] = []
  /// Functions of stacks that the image links to advertise, in alphabetical order.
  public private(set) var functions: [String] = []
  /// Calls with which the program advertises, but whose data are not known.
  public private(set) var unreadCalls: [UnreadCall] = []
  /// The faults of the file itself, one line each.
  public private(set) var problems: [String] = []
  /// Members of an archive that are not read, one line for each reason.
  public var unreadMembers: [String] {
    notRead.lines + unreadPrograms.map { "\($0.name): \($0.why)" }
  }
  private var notRead = UnreadMembers()
  /// The programs of a file with several of which nothing is known, each with the reason.
  private var unreadPrograms: [(name: String, why: UnnamedRun.Closed)] = []
  /// The parts of the debug information that are not read, one line each: then only the names of arrays are known.
  public private(set) var remarks: [String] = []
  /// Whether the settings of a Zephyr image show that it does not advertise.
  private(set) var isBuiltWithoutAdvertising = false
  /// The accounts of the runs of the image's programs.
  package private(set) var runs: [RunAccount] = []
  /// The ids of the stacks that the program asks to advertise when it runs.
  private(set) var started: Set<String> = []
  /// The reason why the payloads of an image without symbols are not known.
  private(set) var closed: UnnamedRun.Closed?
  /// The number of octets of debug information that were read, counted each time: the effort of reading.
  package private(set) var debugOctetsRead: Int64 = 0
  /// The advertising of the ELF files: one, or one for each member of an archive.
  private(set) var programs: [FirmwareProgram] = []
  /// The device's name in the configuration that the image was built with; `nil` when it is not known.
  private(set) var configuredName: String?

  /// A part of an image to look for in addition to the known ones.
  public struct Wanted: Hashable, Sendable {
    /// The name of an array in the source.
    public var symbol: String
    /// The packets in which it is sent.
    public var role: PayloadRole

    /// Makes a request for an array by its name.
    public init(symbol: String, role: PayloadRole) {
      self.symbol = symbol
      self.role = role
    }
  }

  /// Whether a file has the beginning of an image that can be read here.
  public static func recognises(_ file: ImageFile) -> Bool {
    guard !ELFFile.isCoreDump(file) else { return false }
    return file.octets(at: 0, count: ELFFile.magic.count) == ELFFile.magic
      || file.octets(at: 0, count: ObjectArchive.magic.count) == ObjectArchive.magic || EspressifFile.recognises(file)
      || UnnamedImage.recognises(file)
  }

  /// Reads an ELF file, an archive of object files, or an image without symbols: Intel HEX, UF2, or binary.
  ///
  /// - Parameters:
  ///   - file: the image.
  ///   - wanted: arrays to take under any name.
  ///   - configuredName: the device's name in the configuration that the image was built with. It is used where the
  ///     image itself does not show the name.
  /// - Throws: when the file is neither, or its header is damaged. Damage further on is among the ``problems``.
  public init(_ file: ImageFile, wanted: [Wanted] = [], configuredName: String? = nil) throws(ImageError) {
    try self.init(file, wanted: wanted, configuredName: configuredName, instructions: RunEffort.ofImage)
  }

  /// Reads an image as the public initializer does, with a bound of its own for all runs together, in instructions.
  package init(
    _ file: ImageFile, wanted: [Wanted] = [], configuredName: String? = nil, instructions: Int
  ) throws(ImageError) {
    self.configuredName = configuredName
    let bytes = ImageBytes(file)
    let effort = RunEffort(instructions)
    if bytes.octets(at: 0, count: 8) == ObjectArchive.magic {
      kind = "archive of object files"
      try read(ObjectArchive(bytes), wanted, effort)
    } else if let espressif = try EspressifFile(file) {
      kind = espressif.kind
      take([UnnamedRun.Named(outcome: espressif.outcome(instructions))])
    } else if bytes.octets(at: 0, count: 4) != ELFFile.magic,
      case let unnamed = try UnnamedImage.all(in: file), let first = unnamed.first
    {
      kind = first.kind
      take(UnnamedRun.outcomes(of: unnamed, instructions))
    } else {
      let elf = try ELFFile(bytes)
      kind = elf.kind
      read(elf, member: nil, wanted, effort)
      if arrays.isEmpty, elf.hasNoSymbols, elf.machine == .arm, elf.type == ELFFile.Kind.executable {
        take(UnnamedRun.outcomes(of: [UnnamedImage(elf)], max(effort.left, 0)))
      }
    }
    functions = Set(functions).sorted()
  }

  /// Returns the same image with its payloads, names and paths replaced, such as by pseudonyms.
  public func replacing(
    payloads payload: (Payload) -> Payload, paths path: (String) -> String
  ) -> FirmwareImage {
    func place(_ original: ImagePlace) -> ImagePlace {
      var place = original
      place.file = original.file.map(path)
      place.member = original.member.map(path)
      // A name that is made from the name of the source file.
      place.unit = original.unit.map(path)
      return place
    }
    var image = self
    func name(_ original: String?) -> String? {
      original.map { name in
        let octets = Array(name.utf8.prefix(254))
        let replaced = payload(Payload([UInt8(octets.count + 1), ADType.completeLocalName.rawValue] + octets))
        return LocalName.best(of: [replaced.localName].compactMap { $0 })?.text ?? ""
      }
    }
    image.configuredName = name(configuredName)
    image.notRead.replaceNames(path)
    image.unreadPrograms = unreadPrograms.map { (path($0.name), $0.why) }
    for index in programs.indices { image.programs[index].deviceName = name(programs[index].deviceName) }
    for index in arrays.indices {
      image.arrays[index].payload = payload(arrays[index].payload)
      image.arrays[index].place = place(arrays[index].place)
    }
    for index in unreadCalls.indices { image.unreadCalls[index].place = place(unreadCalls[index].place) }
    for index in unread.indices { image.unread[index].place = place(unread[index].place) }
    return image
  }

  /// Takes what running programs without symbols has shown.
  private mutating func take(_ outcomes: [UnnamedRun.Named]) {
    var reasons: [UnnamedRun.Closed] = []
    for run in outcomes {
      var why: UnnamedRun.Closed?
      switch run.outcome {
      case .made(let results): why = take(results, run.name)
      case .closed(let reason, let account):
        why = reason
        runs += [account].compactMap { $0 }
      }
      guard let why else { continue }
      reasons.append(why)
      if let name = run.name { unreadPrograms.append((name, why)) }
    }
    if arrays.isEmpty { closed = reasons.last ?? .noCall }
    // Where nothing is read, one reason says it.
    if outcomes.count < 2 { unreadPrograms = [] }
  }

  /// Takes the payloads that a program without symbols has made; returns the reason where nothing of them is certain.
  private mutating func take(_ results: [AdvertisingRun.Result], _ program: String?) -> UnnamedRun.Closed? {
    let made = RuntimePayloads(results, program, from: arrays.count)
    arrays += made.arrays
    runs += made.accounts
    for line in made.remarks { remark(line, program) }
    unreadCalls += Self.unreadCalls(
      among: made.doubtfulCalls, made.arrays, [], isFollowed: false, isMade: { _ in false }, member: program,
      place: { ImagePlace(address: $0.address, member: program) })
    programs.append(
      FirmwareProgram(
        arrays: arrays.count - made.arrays.count..<arrays.count, unread: 0..<0, calls: made.calls, variables: [],
        hasZephyrController: false))
    return made.arrays.isEmpty ? .uncertain : nil
  }

  private mutating func remark(_ remark: String, _ member: String?) {
    let line = (member.map { "\($0): " } ?? "") + remark
    if !remarks.contains(line) { remarks.append(line) }
  }

  private mutating func read(_ archive: ObjectArchive, _ wanted: [Wanted], _ effort: RunEffort) throws(ImageError) {
    if let problem = archive.problem { problems.append(problem.description) }
    var kinds: Set<String> = []
    for member in archive.members {
      do throws(ImageError) {
        let elf = try ELFFile(member.bytes)
        kinds.insert(elf.kind)
        if elf.holdsOnlyIntermediateCode { notRead.note(member.name, .intermediateCode) }
        read(elf, member: member.name, wanted, effort)
      } catch {
        if error == .notRecognised {
          notRead.note(member.name, UnreadMembers.Reason(member.bytes))
        } else {
          problems.append("\(member.name): \(error)")
        }
      }
    }
    if let only = kinds.first, kinds.count == 1 { kind = "archive of files: \(only)" }
  }

  /// Returns the reason why debug information is not read; `nil` if it is, or if there is none.
  private static func remark(on debug: DebugInformation?, in elf: ELFFile) -> String? {
    guard let info = elf.section(named: ".debug_info") else { return nil }
    let section = elf.sections[info]
    guard section.isCompressed, elf.contents(of: section) == nil else {
      return debug?.isSplit ?? false
        ? "its debug information is in other files (-gsplit-dwarf), which are not read" : nil
    }
    let packed = ImageBytes(elf.bytes, at: section.offset, count: section.size)
    return packed.flatMap { CompressedSections.method(of: $0, elf.order) } == .zstd
      ? "debug information compressed with zstd is not read" : "its compressed debug information is damaged"
  }

  private mutating func read(_ elf: ELFFile, member: String?, _ wanted: [Wanted], _ effort: RunEffort) {
    let memory = ImageMemory(elf)
    let symbols = Symbols(
      elf, bases: elf.isRelocatable ? memory.bases : nil, functions: Set(Stack.byFunction.keys),
      called: CallSearch.beginnings, isCalled: CallSearch.isOfInterest)
    memory.take(symbols)
    functions += symbols.functions
    if member == nil { isBuiltWithoutAdvertising = symbols.isBuiltWithoutAdvertising }
    for section in elf.sections where !section.hasNoBits && section.size > 0 && !elf.holds(section) {
      let name = section.name.isEmpty ? "a section" : "section \(section.name)"
      problems.append("\(member.map { "\($0): " } ?? "")\(name) ends after the file")
    }
    let debug = DebugInformation(memory)
    if let remark = Self.remark(on: debug, in: elf) { self.remark(remark, member) }
    var calls = CallSearch(memory, symbols)
    calls.run()
    var search = PayloadSearch(memory: memory, symbols: symbols, member: member, wanted: wanted, calls: calls.calls)
    search.run(debug)
    let isFollowed = elf.machine == .arm
    var (known, arrays, unreadArrays) = (calls.calls, search.arrays, search.unread)
    var made = RuntimePayloads()
    func open(
      _ calls: [AdvertisingCall], _ arrays: [PayloadArray], _ place: (AdvertisingCall) -> ImagePlace
    ) -> [UnreadCall] {
      Self.unreadCalls(
        among: calls, arrays, unreadArrays, isFollowed: isFollowed, isMade: made.holds, member: member, place: place)
    }
    if arrays.isEmpty || open(known, arrays, { _ in ImagePlace() }).contains(where: { !$0.mayBeRead }) {
      let outcome = AdvertisingRun(memory, symbols).outcome(effort)
      if let why = outcome.remark, arrays.isEmpty { remark(why, member) }
      started = outcome.started
      known += outcome.generated
      made = RuntimePayloads(outcome.results, member)
      if outcome.results.isEmpty, let account = outcome.account { runs.append(account) }
      made.replace(&arrays, &known)
      unreadArrays.removeAll(where: made.shows)
      if let debug { made.locate(symbols, debug) }
      known += made.doubtfulCalls
    }
    Self.leaveOutParts(&arrays, &known)
    // Finding the lines takes as long as all other steps, so it is done only for calls that are reported.
    let addresses = known.map { $0.address }
    let lines = open(known, arrays) { _ in ImagePlace() }.isEmpty ? nil : debug.map { SourceLines(of: addresses, $0) }
    unreadCalls += open(known, arrays) { call in
      let source = debug.flatMap { lines?.place(of: call.address, $0) }
      return ImagePlace(
        file: source?.file, line: source?.line, address: elf.isRelocatable ? nil : call.address, member: member)
    }
    if let debug {
      debugOctetsRead += debug.octetsRead
      if debug.isCutOff {
        problems.append(
          "\(member.map { "\($0): " } ?? "")its debug information refers to itself so often that it was not read to its end"
        )
      }
    }
    for line in made.remarks { remark(line, member) }
    runs += made.accounts
    let found = arrays + made.arrays
    self.arrays += found
    unread += unreadArrays
    programs.append(
      FirmwareProgram(
        arrays: self.arrays.count - found.count..<self.arrays.count,
        unread: unread.count - unreadArrays.count..<unread.count,
        calls: known + made.calls.filter { !known.contains($0) }, variables: search.parameters,
        hasZephyrController: symbols.hasZephyrController,
        deviceName: calls.deviceName))
  }
}

extension FirmwareImage: CustomStringConvertible {
  public var description: String { kind }
}

/// The place of an array.
public struct ImagePlace: Hashable, Sendable {
  /// The source file under the path that the compiler received; `nil` without debug information.
  public var file: String?
  /// The line of the declaration in that file.
  public var line: Int?
  /// The address in the memory of the program; an object file has none yet.
  public var address: UInt64?
  /// The offset in the image of the first octet; `nil` for a payload that is put together from several places.
  public var fileOffset: Int?
  /// The compilation unit. Payloads of one unit belong together.
  public var unit: String?
  /// The member of an archive.
  public var member: String?
}

extension ELFFile {
  /// The kind of the file, in words.
  var kind: String {
    let what =
      switch type {
      case Kind.relocatable: "object file"
      case Kind.executable: "executable"
      case Kind.shared: "shared object"
      default: "file of type \(type)"
      }
    return "ELF \(what) for \(machine.name)"
  }
}
