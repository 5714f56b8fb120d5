import AdvertObservation
import AdvertReading
import AdvertRepack
import AdvertScan
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertLint

/// Plans for layouts of up to 16 structures say what the layout said, obey the rules, and are seen as demanded.
@Suite struct SoundnessTests {
  @Test(arguments: (UInt64(1)...30).sampled(oneIn: 8)) func plansKeepWhatTheLayoutSays(_ seed: UInt64) {
    var random = RandomLayout(seed: seed &+ 500)
    for round in 0..<60 {
      let layout = random.layout(structures: 16)
      let repacking = Repacking(of: layout)
      #expect(repacking.plans.isEmpty == (repacking.obstacle != nil))
      for plan in repacking.plans {
        let label: Comment = "seed \(seed), round \(round), \(plan.kind): \(layout.hex) → \(plan.layout.hex)"
        #expect(plan.freeInAdvertising >= 0 && plan.freeInScanResponse ?? 0 >= 0, label)
        #expect(plan.pdu.isScannable || plan.scanResponse == Payload(), label)
        #expect(Said(plan.layout).isSuperset(of: Said(layout), except: plan.losses), label)
        #expect(newErrors(in: plan.layout, since: layout).isEmpty, label)
        for service in Set(layout.blocks.flatMap(\.payload.services)) {
          for profile in [ScannerProfile.passive, .iosBackground, .windows, .bluezMonitor] {
            #expect(profile.verdict(on: plan.layout, for: .service(service)).outcome == .discovered, label)
          }
        }
        // Only a scan that wants Flags may miss a plan without them, and such a plan says so.
        let losesFlags = plan.losses.contains { $0.kind == .flags }
        for profile in ScannerProfile.all where !losesFlags || profile.flagsRequirement == nil {
          for service in Set(layout.blocks.flatMap(\.payload.services)) {
            let after = profile.verdict(on: plan.layout, for: .service(service)).outcome
            #expect(after <= profile.verdict(on: layout, for: .service(service)).outcome, label)
          }
        }
      }
    }
  }

  /// Some receivers lose a whole payload with data too short for their type: such data do not join services.
  @Test(arguments: ["0420ffffff", "0216aa", "01ff", "02ff4c"]) func dataThatLoseOthersStay(_ odd: String) {
    let layout = Layout(
      pdu: .advInd, advertising: Payload([UInt8](hex: "020106030339" + "13")), declaring: Payload([UInt8](hex: odd)))
    for plan in Repacking(of: layout).plans {
      for profile in ScannerProfile.all {
        let after = profile.verdict(on: plan.layout, for: .service(0x1339)).outcome
        #expect(
          after <= profile.verdict(on: layout, for: .service(0x1339)).outcome, "\(profile.id): \(plan.layout.hex)")
      }
    }
  }

  /// Rules of errors that say something about the new layout and said nothing about the old one.
  private func newErrors(in layout: Layout, since before: Layout) -> Set<String> {
    func errors(_ layout: Layout) -> Set<String> {
      Set(
        Linter().lint(Subject(DeclaredLayout(layout: layout), path: "plan")).filter { $0.severity == .error }
          .map(\.rule))
    }
    return errors(layout).subtracting(errors(before))
  }
}

/// What a layout says, wherever it says it and in however many octets.
struct Said {
  private var services: Set<BluetoothUUID> = []
  private var values: Set<[UInt8]> = []
  private var names: [[UInt8]] = []
  private var flags: UInt8?

  init(_ layout: Layout) {
    for element in layout.blocks.flatMap(\.payload.decoded.elements) {
      switch element.value {
      case .serviceUUIDs(let list): services.formUnion(list.uuids)
      case .localName(let name): names.append(name.octets)
      case .flags(let value): flags = value.rawValue
      case .appearance(.unknown): break
      case .serviceData(let data): values.insert([0x16] + Array("\(data.uuid)".utf8) + data.data)
      case .advertisingInterval(let interval): values.insert([0x1A] + Array("\(interval.units)".utf8))
      default: values.insert([element.type.rawValue] + element.value.octets)
      }
    }
  }

  /// Whether all of the other is said here, but for what is listed as lost.
  func isSuperset(of other: Said, except losses: [Loss]) -> Bool {
    services.isSuperset(of: other.services) && values.isSuperset(of: other.values)
      && other.names.allSatisfy { name in names.contains { $0.starts(with: name) } }
      && (flags == other.flags || losses.contains { $0.kind == .flags })
  }
}
