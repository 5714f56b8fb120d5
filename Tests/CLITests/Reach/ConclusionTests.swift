import Foundation
import TestSupport
import Testing

@testable import advert

/// Conclusions from logs that are made here, against a table of their own.
@Suite struct ConclusionTests {
  /// Where the device has the service.
  enum Place: CaseIterable { case listed, answered, absent }

  /// How strong its reports are.
  enum Level: CaseIterable { case strong, weak, fading }

  /// What the filters of the host's scans are.
  enum Filter: CaseIterable { case service, everything, notInLog }

  /// What the host does after the reports.
  enum Connection: CaseIterable { case none, made, failed }

  struct Heard: CustomTestStringConvertible, Sendable {
    let place: Place
    let level: Level
    let count: Int
    let filter: Filter
    let silentScans: Int
    let connection: Connection
    let hidesRepeats: Bool
    let profile: String
    var testDescription: String {
      "\(place) \(level) \(count) \(filter) \(silentScans) \(connection) \(hidesRepeats) \(profile)"
    }

    /// In dBm, of the event with a number.
    func strength(_ event: Int) -> Int8 {
      switch level {
      case .strong: -60
      case .weak: -95
      case .fading: Int8(-60 - 36 * event / max(1, count - 1))
      }
    }

    /// Whether reports get lost: all are weak, or half of them, or those at the end.
    var isWeak: Bool { level == .weak || level == .fading && count > 1 }
  }

  /// All combinations for a device that lists the service; for the others without those that change nothing there.
  static let heard = Place.allCases.flatMap { place in
    let isListed = place == .listed
    let profiles = ["android", "windows", "bluez-discovery"]
    return Level.allCases.flatMap { level in
      Filter.allCases.flatMap { filter in
        Connection.allCases.flatMap { connection in
          (isListed ? [1, 2, 12] : [1, 12]).flatMap { count in
            (isListed && connection == .none ? [0, 4] : [0]).flatMap { silent in
              (isListed && connection == .none && filter == .service ? [false, true] : [false]).flatMap { hides in
                (isListed && (silent > 0 || hides) ? ["android"] : profiles).map { profile in
                  Heard(
                    place: place, level: level, count: count, filter: filter, silentScans: silent,
                    connection: connection, hidesRepeats: hides, profile: profile)
                }
              }
            }
          }
        }
      }
    }
  }

  /// The conclusion and the side to look at, by hand.
  private static func expected(_ log: Heard) -> (String, String) {
    switch (log.place, log.profile) {
    case (.absent, _): return log.count == 1 ? ("deviceNotInLog", "unknown") : ("notSent", "device")
    case (.answered, "android"), (.answered, "windows"): return ("onlyInScanResponse", "device")
    default: break
    }
    switch log.connection {
    case .made: return ("found", "nowhere")
    case .failed: return ("connectionFailed", "unknown")
    case .none: break
    }
    let showsSilence = log.silentScans > 0 && log.filter != .notInLog
    if log.isWeak, showsSilence || log.count < 3 && !log.hidesRepeats { return ("weakSignal", "radio") }
    if log.count == 1, !log.hidesRepeats { return ("rarelyReceived", "unknown") }
    if showsSilence, log.filter == .everything { return ("sometimesReceived", "unknown") }
    return ("received", "app")
  }

  @Test func receptions() throws {
    for log in Self.heard.sampled(oneIn: 16) {
      let diagnosis = try Self.diagnoses(Self.file(log), ["--for", log.profile])[0]
      let (conclusion, look) = Self.expected(log)
      #expect(diagnosis.conclusion == conclusion, "\(log.testDescription)")
      #expect(diagnosis.look == look, "\(log.testDescription)")
      Self.check(diagnosis, isDiscovered: !["deviceNotInLog", "notSent", "onlyInScanResponse"].contains(conclusion))
      if log.connection == .made { #expect(diagnosis.sentence.firstRange(of: "connected") != nil) }
      if conclusion == "weakSignal" {
        #expect(diagnosis.sentence.contains("From -90 dBm on"))
        #expect(diagnosis.sentence.contains("4 scans that fit") == (log.silentScans > 0 && log.filter != .notInLog))
      }
      if log.level == .fading, log.count == 12, ["received", "weakSignal"].contains(conclusion) {
        #expect(diagnosis.sentence.contains("Its signal fell from -66 to -92 dBm."), "\(diagnosis.sentence)")
      }
    }
  }

  /// The scans for the service hear nothing of a device that another app's filter found.
  @Test func silence() throws {
    for level in Level.allCases {
      for connection in Connection.allCases {
        for (seconds, count) in [(0.3, 12), (2, 12), (60, 12), (0.05, 12), (60, 2)] {
          let log = Heard(
            place: .listed, level: level, count: count, filter: .service, silentScans: 0, connection: connection,
            hidesRepeats: false, profile: "android")
          let diagnosis = try Self.diagnoses(Self.silent(log, seconds: seconds), ["--for", "android"])[0]
          let expected: (String, String) =
            switch connection {
            case .made: ("found", "nowhere")
            case .failed: ("connectionFailed", "unknown")
            // A scan of 0.05 s only sets the controller up.
            case .none where seconds >= 0.1 && log.isWeak: ("weakSignal", "radio")
            case .none where count == 2: ("timesNotInLog", "unknown")
            case .none: seconds < 0.6 ? ("listenedTooLittle", "app") : ("silentDuringScan", "device")
            }
          let label = "\(log.testDescription), \(seconds) s: \(diagnosis.sentence)"
          #expect(diagnosis.conclusion == expected.0, "\(label)")
          #expect(diagnosis.look == expected.1, "\(label)")
          Self.check(diagnosis, isDiscovered: true)
        }
      }
    }
  }

  /// A service in few of many reports: counts are said, and nothing is concluded.
  @Test(arguments: [1, 2, 19, 20, 21, 100, 200]) func rareData(_ mentions: Int) throws {
    for inResponse in [false, true] {
      var log = Log()
      log.filter(.everything)
      log.scan(true)
      for event in 0..<200 {
        // Spread over the log.
        let hasService = (event * mentions) / 200 != ((event + 1) * mentions) / 200
        log.wait(200)
        log.hear(inResponse || !hasService ? Log.flags : Log.flags + Log.service, -60)
        if inResponse, hasService { log.hear(Log.service, -60, type: 4) }
      }
      log.scan(false)
      let diagnosis = try Self.diagnoses(log.file, ["--for", "bluez-discovery"])[0]
      let count =
        inResponse
        ? "\(mentions) of \(mentions) scan response\(mentions == 1 ? "" : "s") (200 advertisements)"
        : "\(mentions) of 200 advertisements"
      #expect(diagnosis.sentence.contains(count), "\(diagnosis.sentence)")
      #expect(diagnosis.conclusion == (mentions < 20 ? "rarelyReceived" : "received"))
      #expect(diagnosis.look == (mentions < 20 ? "unknown" : "app"))
      Self.check(diagnosis, isDiscovered: true)
    }
  }

  /// While one of the scanners misses the device, no other one clears it.
  @Test func severalScanners() throws {
    for connection in [Connection.none, .made] {
      let log = Heard(
        place: .answered, level: .strong, count: 12, filter: .service, silentScans: 0, connection: connection,
        hidesRepeats: false, profile: "")
      for (other, look, words) in [
        ("windows", "device", "windows misses it"), ("ios-background", "device", "ios-background may miss it"),
        ("web-bluetooth", "unknown", "Whether web-bluetooth finds it is not known."), ("esphome", nil, ""),
      ] {
        let all = try Self.diagnoses(Self.file(log), ["--for", "bluez-discovery", "--for", other])
        #expect(all.count == 2)
        #expect(all[0].look == look ?? (connection == .made ? "nowhere" : "app"))
        #expect(words.isEmpty || all[0].sentence.contains(words), "\(all[0].sentence)")
        for diagnosis in all { Self.check(diagnosis, isDiscovered: look == nil) }
      }
    }
  }

  /// A scan that began before the log received the device: its filter is not in the log.
  @Test(arguments: [false, true]) func receivedBeforeTheFirstScan(_ isBefore: Bool) throws {
    var log = Log()
    if isBefore {
      for _ in 0..<12 { log.hear(Log.flags + Log.service, -60) }
    }
    log.reset()
    log.filter(.notInLog)
    log.scan(true)
    if !isBefore {
      for _ in 0..<12 { log.hear(Log.flags + Log.service + Log.other, -60) }
    }
    log.wait(2000)
    log.scan(false)
    let diagnosis = try Self.diagnoses(log.file, ["--for", "android"])[0]
    #expect(diagnosis.conclusion == (isBefore ? "filterNotInLog" : "filterAsksForAnother"), "\(diagnosis.sentence)")
    Self.check(diagnosis, isDiscovered: true)
  }

  /// Flags that a scanner refuses: a filter spares the device with BlueZ, and nothing does with Home Assistant.
  @Test(arguments: [1, 12]) func refusedFlags(_ count: Int) throws {
    var log = Log()
    log.reset()
    log.filter(.everything)
    log.scan(true)
    for _ in 0..<count {
      log.wait(200)
      log.hear(Log.service + Log.name, -60)
    }
    log.scan(false)
    for (profile, conclusion, look) in [
      ("bluez-discovery", "notByDefault", "either"), ("home-assistant-auto", "notReceivable", "device"),
    ] {
      let diagnosis = try Self.diagnoses(log.file, ["--for", profile], asking: ["--name", "abc"])[0]
      #expect(diagnosis.conclusion == (count == 1 ? "deviceNotInLog" : conclusion), "\(diagnosis.sentence)")
      #expect(diagnosis.look == (count == 1 ? "unknown" : look), "\(diagnosis.sentence)")
      Self.check(diagnosis, isDiscovered: false)
    }
  }

  // MARK: What holds for all

  private static func check(_ diagnosis: Diagnosed, isDiscovered: Bool) {
    let sentence = diagnosis.sentence
    for part in (sentence + " " + (diagnosis.refutedBy ?? "")).components(separatedBy: ". ") {
      #expect(part.split(separator: " ").count <= 25, "\(part)")
    }
    if !isDiscovered {
      #expect(!["app", "nowhere", "radio"].contains(diagnosis.look), "\(sentence)")
      #expect(!sentence.contains("ook at the app"), "\(sentence)")
    }
    if sentence.contains("the host connected") || sentence.hasPrefix("The host connected") {
      #expect(!sentence.contains("ook at the"), "\(sentence)")
    }
    #expect(sentence.contains("ook at the app") ? diagnosis.look == "app" : true, "\(sentence)")
    #expect(sentence.contains("ook at the device") ? diagnosis.look == "device" : true, "\(sentence)")
    #expect((diagnosis.refutedBy == nil) == (diagnosis.conclusion == "found"), "\(sentence)")
  }

  private struct Diagnosed: Decodable {
    let conclusion: String
    let look: String
    let sentence: String
    let refutedBy: String?
  }

  private static func diagnoses(
    _ file: BtsnoopFile, _ arguments: [String], asking question: [String] = ["--service", "180d"]
  ) throws -> [Diagnosed] {
    struct Document: Decodable { let diagnoses: [Diagnosed] }
    return try file.withPath { path in
      let run = CommandLineRun(
        ["reach", path, "--device", "F0:F1:F2:F3:F4:F5", "--format", "json"] + question + arguments)
      return try JSONDecoder().decode(Document.self, from: Data(run.output.utf8)).diagnoses
    }
  }

  // MARK: Logs

  private static func file(_ heard: Heard) -> BtsnoopFile {
    var log = Log()
    if heard.filter != .notInLog { log.reset() }
    for _ in 0..<heard.silentScans {
      if heard.filter != .notInLog { log.filter(.service) }
      log.scan(true, hidesRepeats: heard.hidesRepeats)
      log.wait(10_000)
      log.scan(false)
      if heard.filter != .notInLog { log.unfilter() }
    }
    if heard.filter != .notInLog { log.filter(heard.filter) }
    log.scan(true, hidesRepeats: heard.hidesRepeats)
    log.hear(heard)
    log.scan(false)
    log.connect(heard.connection)
    return log.file
  }

  /// A log whose scan for the service hears nothing; another app's filter let the device pass before.
  private static func silent(_ heard: Heard, seconds: Double) -> BtsnoopFile {
    var log = Log()
    log.reset()
    log.filter(.notInLog)
    log.scan(true)
    log.hear(heard, Log.other)
    log.scan(false)
    log.unfilter()
    log.filter(.service)
    log.scan(true)
    log.wait(Int64(seconds * 1000))
    log.scan(false)
    log.wait(1000)
    log.connect(heard.connection)
    return log.file
  }

  /// The log of a phone, with a clock that moves only when told to.
  private struct Log {
    static let flags: [UInt8] = [2, 1, 6]
    static let service: [UInt8] = [3, 3, 0x0D, 0x18]
    static let other: [UInt8] = [3, 2, 0x0F, 0x18]
    static let name: [UInt8] = [4, 9, 0x61, 0x62, 0x63]
    private static let address: [UInt8] = [0xF5, 0xF4, 0xF3, 0xF2, 0xF1, 0xF0]

    var file = BtsnoopFile(dataLink: 1002)
    private var now: Int64 = 1_700_000_000_000_000

    mutating func wait(_ milliseconds: Int64) { now += milliseconds * 1000 }

    private mutating func add(_ packet: [UInt8], flags: UInt32) {
      file.add(packet, flags: flags, microseconds: now)
      now += 100
    }

    private mutating func command(_ opcode: UInt16, _ parameters: [UInt8]) {
      let code = [UInt8(opcode & 0xFF), UInt8(opcode >> 8)]
      add([1] + code + [UInt8(parameters.count)] + parameters, flags: 2)
      add([4, 0x0E, 4, 1] + code + [0], flags: 3)
    }

    /// Begins as a phone does that was switched on.
    mutating func reset() {
      command(0x0C03, [])
      command(0xFD57, [0, 1])
    }

    /// Sets one of Android's filters; `notInLog` is another app's here.
    mutating func filter(_ filter: Filter) {
      let logic: UInt8 = filter == .everything ? 0 : 4
      if filter != .everything {
        command(0xFD57, [3, 0, 1] + (filter == .service ? [0x0D, 0x18] : [0x0F, 0x18]) + [0xFF, 0xFF])
      }
      command(0xFD57, [1, 0, 1, logic, 0, 0x11, 0x11, 1, 0x80] + Array(repeating: 0, count: 8))
    }

    mutating func unfilter() { command(0xFD57, [1, 1, 1]) }

    mutating func scan(_ starts: Bool, hidesRepeats: Bool = false) {
      if starts { command(0x200B, [1, 0xA0, 0, 0xA0, 0, 0, 0]) }
      command(0x200C, [starts ? 1 : 0, hidesRepeats ? 1 : 0])
    }

    mutating func hear(_ data: [UInt8], _ rssi: Int8, type: UInt8 = 0) {
      add([4] + HCIEvent.legacy([LegacyReport(type, address: Self.address, data: data, rssi: rssi)]), flags: 3)
    }

    /// Receives advertising events, each with its scan response.
    mutating func hear(_ heard: Heard, _ more: [UInt8] = []) {
      for event in 0..<heard.count {
        wait(200)
        let strength = heard.strength(event)
        hear(Self.flags + more + (heard.place == .listed ? Self.service : []), strength)
        hear(heard.place == .answered ? Self.service : Self.name, strength, type: 4)
      }
    }

    mutating func connect(_ connection: Connection) {
      guard connection != .none else { return }
      let status: UInt8 = connection == .made ? 0 : 0x3E
      let ends: [UInt8] = [0x18, 0, 0, 0, 0xF4, 1, 1]
      add([4] + HCIEvent.meta([1, status, 0x40, 0, 0, 1] + Self.address + ends), flags: 3)
    }
  }
}
