import AdvertRepack
import AdvertisingData
import TestSupport
import Testing

/// The solver against trying everything.
@Suite struct OptimalityTests {
  @Test(arguments: (UInt64(1)...40).sampled(oneIn: 8)) func noWayIsBetter(_ seed: UInt64) throws {
    var random = RandomLayout(seed: seed)
    var generator = SplitMix64(seed: seed &+ 1000)
    for round in 0..<75 {
      let layout = random.layout(structures: round < 60 ? 5 : 8)
      let listed = Set(layout.blocks.flatMap(\.payload.services))
      // Mostly all services, else some of them.
      let demanded = Bool.random(using: &generator) ? listed : listed.filter { _ in Bool.random(using: &generator) }
      let demands = Demands(services: demanded.sorted())
      let repacking = Repacking(of: layout, demands: demands, kinds: [.identification])
      let label: Comment = "seed \(seed), round \(round): \(layout.hex)"
      let best = ExhaustiveSearch.best(layout, demanded: demanded)
      guard let best else {
        #expect(repacking.plans.isEmpty && repacking.obstacle?.bytesOver ?? 0 > 0, label)
        continue
      }
      let plan = try #require(repacking.plans.first, label)
      // Of a layout that says nothing, something stays: an empty advertisement passes fewer filters.
      let said = layout.blocks.map(\.payload).filter { !$0.isEmpty }
      if best.octets == 0, !said.isEmpty, plan.changes.isEmpty {
        #expect(plan.layout.blocks.map(\.payload).filter { !$0.isEmpty } == said, label)
        continue
      }
      #expect(plan.isOptimal, label)
      #expect(Score(of: plan) == best, label)
      for other in Repacking(of: layout, demands: demands).plans where other.kind != .identification {
        #expect(other.isOptimal == (other.layout == plan.layout), label)
        // Only the smallest change may keep what repeats something, or says nothing.
        #expect(other.kind == .smallestChange || !(Score(of: other) < best), label)
      }
    }
  }

  @Test(arguments: UInt64(1)...20) func whatIsBestStaysAsItIs(_ seed: UInt64) {
    var random = RandomLayout(seed: seed)
    for round in 0..<20 {
      let layout = random.layout(structures: 6)
      guard let plan = Repacking(of: layout, kinds: [.identification]).plans.first else { continue }
      let again = Repacking(of: plan.layout, kinds: [.identification]).plans.first
      #expect(again?.changes == [], "seed \(seed), round \(round): \(plan.layout.hex)")
      #expect(again?.advertising == plan.advertising && again?.scanResponse == plan.scanResponse)
      guard let smallest = Repacking(of: layout, kinds: [.smallestChange]).plans.first else { continue }
      #expect(
        Repacking(of: smallest.layout).plans.allSatisfy { $0.kind != .smallestChange },
        "seed \(seed), round \(round): \(smallest.layout.hex)")
    }
  }
}

extension Score {
  /// Measured on what is sent.
  init(of plan: Plan) {
    let elements = plan.advertising.decoded.elements
    // A service that is listed twice is still one.
    identification = elements.reduce(100 * plan.advertising.services.count) { total, element in
      switch element.value {
      case .serviceData, .manufacturerData: total + 100
      case .localName(let name): total + (name.isComplete ? 60 : min(20 + name.octets.count, 59))
      case .appearance(let appearance): total + (appearance == .unknown ? 0 : 10)
      default: total
      }
    }
    octets = plan.advertising.count + (plan.scanResponse?.count ?? 0)
    usesScanResponse = !(plan.scanResponse?.isEmpty ?? true)
    loss = plan.losses.reduce(0) { $0 + $1.kind.weight }
  }
}

extension Layout {
  var hex: String {
    "\(pdu?.rawValue ?? "?") " + blocks.map { $0.payload.octets.hex }.joined(separator: " / ")
  }
}
