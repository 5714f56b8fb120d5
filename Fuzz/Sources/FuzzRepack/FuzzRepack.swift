import AdvertLint
import AdvertManifest
import AdvertRepack
import AdvertScan
import AdvertisingData
import FuzzSupport

/// Layouts of any structures: plans fit, keep every service, and hide none that was seen. That
/// they keep all the rest is for the tests of layouts that are well formed.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzzRepack(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  var choices = Choices(data, size)
  let pdu = choices.element(of: AdvertisingPDU.allCases)
  let choice = choices.octet()
  let demands = Demands(name: choice % 4 == 0)
  // One for each input, to have more inputs.
  let forms = SourceForm.all + [.yaml]
  let form = forms[Int(choice / 4) % forms.count]
  let advertising = payload(&choices)
  let scanResponse = payload(&choices)
  let layout = Layout(
    pdu: pdu, advertising: pdu.carriesAdvertisingData ? advertising : Payload(),
    declaring: pdu.isScannable ? scanResponse : nil)
  demand(!form.text(of: [.init(title: "layout", layout: layout)]).isEmpty, form.id)
  let repacking = Repacking(of: layout, demands: demands)
  demand(repacking.plans.isEmpty == (repacking.obstacle != nil), "neither a plan nor a reason, or both")
  let services = Set(layout.blocks.flatMap(\.payload.services))
  for plan in repacking.plans {
    func change() -> String {
      "\(pdu) \(layout.blocks.map(\.payload.octets)) -> \(plan.kind) \(plan.layout) \(plan.losses)"
    }
    demand(plan.freeInAdvertising >= 0 && plan.freeInScanResponse ?? 0 >= 0, "too long: \(change())")
    demand(
      plan.pdu.isScannable || plan.scanResponse ?? Payload() == Payload(),
      "a scan response that no scanner can ask for: \(change())")
    demand(services.isSubset(of: plan.layout.blocks.flatMap(\.payload.services)), "loses a service: \(change())")
    let leavesOut = plan.losses.contains {
      [.contradiction, .afterTheEnd, .notForAdvertising, .name].contains($0.kind)
    }
    if leavesOut || plan.losses.contains(where: { $0.kind == .hiddenFromPassive }) { continue }
    let losesFlags = plan.losses.contains { $0.kind == .flags }
    // Some scanners leave out advertisements without Flags, and the loss says that there are none.
    for profile in ScannerProfile.all where !losesFlags || profile.flagsRequirement == nil {
      for service in services {
        let before = profile.verdict(on: layout, for: .service(service)).outcome
        let after = profile.verdict(on: plan.layout, for: .service(service)).outcome
        demand(after <= before, "hides a service from \(profile.id): \(change())")
      }
    }
    demand(!form.text(of: [.init(title: "layout", plan: plan)]).isEmpty, form.id)
  }
  return 0
}

/// Of the lists of services and solicited services; a plan says nothing of half a UUID.
private let widths: [UInt8: Int] = [2: 2, 3: 2, 4: 4, 5: 4, 6: 16, 7: 16, 0x14: 2]

/// Structures of types that layouts have, their values of possible lengths.
private func payload(_ choices: inout Choices) -> Payload {
  let types: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0x0A, 0x12, 0x14, 0x16, 0x19, 0x1A, 0x20, 0x21, 0x24, 0x2F, 0xFF]
  var octets: [UInt8] = []
  for _ in 0..<choices.number(below: 12) {
    let type = choices.element(of: types)
    let width = widths[type] ?? 1
    let count = choices.number(below: 20 / width + 1) * width
    guard type != 1 || count > 0 else { continue }
    octets += [UInt8(count + 1), type] + (0..<count).map { _ in choices.octet() }
  }
  return Payload(octets)
}
