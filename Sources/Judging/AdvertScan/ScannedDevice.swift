public import AdvertObservation
public import AdvertReading
public import AdvertisingData

/// A device as scanners see it: every place where its layouts mention services and names.
///
/// Made once for all profiles and questions. The cost of a question then depends on the number of different cases, not
/// on the amount of data: layouts alike for every scanner are taken together.
public struct ScannedDevice: Sendable {
  /// The most different overflow areas of one device that are kept. Areas change with the apps in the background.
  private static let maximumOverflowAreas = 64

  private var groups: [MentionGroup] = []
  private var mentioned = KeyIndex<Mentioned>()
  /// The groups that mention an item, by the number of the item.
  private var groupsMentioning: [[Int]] = []
  private var groupNumbers = KeyIndex<GroupKey>()
  private var dataQuestions: [DataQuestion] = []
  private var overflowAreas: [OverflowArea] = []
  /// All layouts by their kinds, in the order first seen.
  private(set) var kinds: [KindTally] = []
  private var kindNumbers = KeyIndex<LayoutKind>()
  /// The oddities of all layouts.
  private var oddities: Oddities = []
  /// The device for each possible division, when it is not known where its advertising data end; else empty.
  private(set) var divisions: [Division] = []
  /// The declared layout, when some of its octets vary or are not known; else `nil`.
  private(set) var open: OpenLayout?
  /// The layouts, when receivers take some of them apart in different ways; else `nil`.
  private(set) var odd: OddLayouts?
  /// The device's services whose UUIDs have octets that vary or are not known.
  private var openServices: [BluetoothUUID: OpenService] = [:]
  /// The services asked for that the device has only in a form that no filter matches.
  private var misformed: [BluetoothUUID: MisformedMention] = [:]

  /// Whether all layouts of the device are certain: verdicts then need no readings.
  var isCertain: Bool { divisions.isEmpty && open == nil }

  /// Whether a scanner keeps all data of the device's payloads.
  func isPlain(for profile: ScannerProfile) -> Bool { odd.map { profile.keepsAll($0.oddities) } ?? true }

  /// The device that results when octets of both blocks are divided at one place.
  struct Division: Sendable {
    /// The number of octets in the advertising data.
    let cut: Int
    let device: ScannedDevice
  }

  private struct GroupKey: Hashable {
    let mentioned: Mentioned
    let kind: LayoutKind
    let places: MentionPlaces
  }

  /// The receptions of the layouts of one kind.
  struct KindTally: Sendable {
    let kind: LayoutKind
    var advertisements = Reception()
    var responses = Reception()
  }

  /// A device with several layouts, which it sends at different times or in different advertising sets. Only the
  /// questions about data that are given here have answers.
  public init(_ layouts: [Layout], asking questions: [Question] = []) {
    self.init(layouts.map { LayoutView($0) }, questions)
  }

  /// A declared layout. When its division is not known, a verdict holds for every division.
  public init(_ declared: DeclaredLayout, asking questions: [Question] = []) {
    guard let merged = declared.merged else {
      self.init([LayoutView(declared)], questions)
      open = OpenLayout(declared)
      if let open {
        openServices = open.services
        misformed = misformed.filter { open.isCertain($0.value) }
      }
      return
    }
    // Every division has the same mentions.
    self.init([declared.divided(at: merged.likely.cut).layout], asking: questions)
    divisions = merged.cuts.map {
      Division(cut: $0, device: ScannedDevice([declared.divided(at: $0).layout], asking: questions))
    }
    misformed = misformed.filter { one in divisions.allSatisfy { $0.device.misformed[one.key] == one.value } }
  }

  /// The layouts of an advertiser, as scanners receive them. Only the questions about data that are given here have
  /// answers.
  public init(_ advertiser: Advertiser, asking questions: [Question] = []) {
    self.init(advertiser.layouts.map { LayoutView($0) }, questions)
  }

  /// Returns each layout of an advertiser as a device.
  static func parts(of advertiser: Advertiser, asking questions: [Question]) -> [ScannedDevice] {
    advertiser.layouts.map { LayoutView($0) }.together.map { ScannedDevice([$0], questions) }
  }

  /// A device about whose names nothing is asked.
  package init(withoutNames layouts: [ScannedLayout]) {
    self.init(layouts.map { $0.view }, [], withNames: false)
  }

  init(_ layouts: [LayoutView], _ questions: [Question], withNames: Bool = true) {
    let views = layouts.together
    dataQuestions = questions.compactMap { $0.dataQuestion }
    for (index, view) in views.enumerated() { note(view, at: index, withNames) }
    odd = OddLayouts(views, with: oddities, questions, withNames: withNames)
    for case .service(let uuid) in questions where groups(for: .service(uuid)).isEmpty {
      misformed[uuid] = MisformedMention(uuid, in: views)
    }
  }

  /// A device after a receiver took its payloads apart.
  init(parsed views: [LayoutView], _ questions: [Question], withNames: Bool) {
    dataQuestions = questions.compactMap { $0.dataQuestion }
    for (index, view) in views.enumerated() { note(view, at: index, withNames) }
  }

  /// Whether any of it was received over the air, as opposed to declared.
  public var isFromAir: Bool {
    kinds.contains { $0.advertisements.count > 0 || $0.responses.count > 0 }
  }

  /// The services it mentions in lists or service data of either block, sorted.
  public var services: [BluetoothUUID] {
    mentioned.keys.compactMap { if case .service(let uuid) = $0 { uuid } else { nil } }.sorted()
  }

  /// The services that its scan responses list, and its advertising data do not, each as the question for it, sorted.
  var servicesInResponses: [(uuid: BluetoothUUID, question: Question)] {
    services.filter { uuid in
      let places = groups(mentioning: .service(uuid)).flatMap { $0.found }.filter { $0.mention.kind == .serviceList }
      return !places.isEmpty && places.allSatisfy { $0.mention.block == .scanResponse }
    }.map { ($0, question(about: $0)) }
  }

  /// The default questions about a device: for each of its services whether a filter finds it, and when it mentions no
  /// service, whether any of it is delivered.
  public var questions: [Question] {
    let services = services
    return services.isEmpty ? [.presence] : services.map { question(about: $0) }
  }

  /// Returns the question about one of its services: whatever its UUID is, where octets of that vary or are not known.
  package func question(about service: BluetoothUUID) -> Question {
    openServices[service].map { .openService($0) } ?? .service(service)
  }

  /// Whether any of its data answer a question, in either block.
  public func mentions(_ question: Question) -> Bool {
    if question == .presence || !groups(for: question).isEmpty { return true }
    guard let odd, odd.oddities.contains(.dataAfterZero) else { return false }
    let whole = PayloadParsing(readsPastZero: true, malformedData: .skipped, joinsBlocks: false)
    return !odd.device(parsedBy: whole).groups(for: question).isEmpty
  }

  /// Returns the place where the device has a service in a form that no filter matches; `nil` when there is none, when
  /// the service is mentioned, and for other questions than those that the device was made for.
  package func misformed(_ question: Question) -> MisformedMention? {
    if case .service(let uuid) = question { misformed[uuid] } else { nil }
  }

  /// Returns whether a question is about a name, and none of the data has any.
  func lacksNames(for question: Question) -> Bool {
    guard question.isAboutName else { return false }
    return !mentioned.keys.contains { mentioned in
      switch mentioned {
      case .name, .paddedName: true
      default: false
      }
    }
  }

  /// Whether a block of it was not observed in full, so that it may mention more.
  public var mayMentionMore: Bool {
    kinds.contains { tally in
      !tally.kind.advertising.isComplete || !tally.kind.isBlockKnown
        || tally.kind.isScannable && !tally.kind.scanResponse.isComplete
    }
  }

  /// Returns the groups that mention the data in question.
  func groups(for question: Question) -> [MentionGroup] {
    switch question {
    case .service(let uuid):
      guard !overflowAreas.isEmpty else { return groups(mentioning: .service(uuid)) }
      let bit = OverflowArea.bit(of: uuid)
      let areas = overflowAreas.filter { $0.contains(bit: bit) }.map { Mentioned.overflowArea($0) }
      return ([.service(uuid)] + areas).flatMap { groups(mentioning: $0) }
    case .openService(let service): return groups(mentioning: .service(service.shown))
    case .name(let name?):
      return groups(mentioning: .name(name)) + groups(mentioning: .paddedName(name))
    case .name(nil):
      let names = mentioned.keys.indices.filter { if case .name = mentioned.keys[$0] { true } else { false } }
      return names.flatMap { groupsMentioning[$0] }.sorted().map { groups[$0] }
    case .data(let question): return groups(mentioning: .answer(question))
    case .presence:
      return []
    }
  }

  private func groups(mentioning key: Mentioned) -> [MentionGroup] {
    mentioned.number(ofKnown: key).map { groupsMentioning[$0].map { groups[$0] } } ?? []
  }

  private mutating func note(_ view: LayoutView, at layout: Int, _ withNames: Bool) {
    let kind = view.kind
    tally(view, kind)
    var found: [(mentioned: Mentioned, group: MentionGroup)] = []
    var numbers = KeyIndex<Mentioned>()
    view.forEachMention(layout: layout, asking: dataQuestions, withNames: withNames) {
      mentioned, mention, rivals, reception in
      let (number, isNew) = numbers.number(of: mentioned)
      if isNew { found.append((mentioned, MentionGroup(kind: kind))) }
      found[number].group.note(mention, rivals, reception)
    }
    for (mentioned, group) in found { add(group, mentioning: mentioned) }
  }

  private mutating func tally(_ view: LayoutView, _ kind: LayoutKind) {
    let (number, isNew) = kindNumbers.number(of: kind)
    if isNew {
      kinds.append(KindTally(kind: kind))
      oddities.formUnion(kind.oddities)
    }
    if let advertising = view.advertising { kinds[number].advertisements.add(advertising.reception) }
    for response in view.responses { kinds[number].responses.add(response.reception) }
  }

  private mutating func add(_ group: MentionGroup, mentioning key: Mentioned) {
    if case .overflowArea(let area) = key, mentioned.number(ofKnown: key) == nil {
      guard overflowAreas.count < Self.maximumOverflowAreas else { return }
      overflowAreas.append(area)
    }
    let (number, isNew) = groupNumbers.number(
      of: GroupKey(mentioned: key, kind: group.kind, places: group.places))
    if isNew {
      let (position, isFirst) = mentioned.number(of: key)
      if isFirst { groupsMentioning.append([]) }
      groupsMentioning[position].append(number)
      groups.append(group)
    } else {
      groups[number].add(group)
    }
  }
}

/// Everything that verdicts on a device's own questions depend on, except the times: devices with equal traits have equal
/// verdicts from every scanner. A place has thousands of devices and a few dozen traits.
public struct DeviceTraits: Hashable, Sendable {
  private let kinds: [LayoutKind]
  /// The places that answer each question in turn.
  private let answers: [[Answer]]
  /// The exceptions that scanners make for each question in turn.
  private let standings: [QuestionStanding]
  /// The payloads, when receivers take some of them apart in different ways; else empty.
  private let odd: [[Payload]]

  private struct Answer: Hashable {
    let kind: LayoutKind
    let places: [Place]
  }

  private struct Place: Hashable {
    let kind: MentionKinds
    let block: Block
    let rivals: Rivals
  }

  /// - Parameter groups: those that answer each question in turn.
  init(_ device: ScannedDevice, answering questions: [Question], _ groups: [[MentionGroup]]) {
    kinds = device.kinds.map { $0.kind }
    standings = questions.map { QuestionStanding($0) }
    odd = device.odd?.payloads ?? []
    answers = groups.map { groups in
      groups.map { group in
        Answer(
          kind: group.kind,
          places: group.found.map { Place(kind: $0.mention.kind, block: $0.mention.block, rivals: $0.rivals) })
      }
    }
  }
}

extension ScannedDevice {
  /// Returns the traits for questions, which are its own ``questions``.
  public func traits(asked questions: [Question]) -> DeviceTraits {
    DeviceTraits(self, answering: questions, questions.map { groups(for: $0) })
  }
}
