internal import AdvertisingData

extension SourceForm {
  /// Byte arrays.
  static let c = SourceForm(id: "c", summary: "C arrays", prologue: ["#include <stdint.h>"]) { plan in
    let limit = plan.plan.pdu.payloadLimit
    return ["/* \(plan.heading) */"]
      + CArray.lines(
        plan.plan.advertising, named: plan.named("advertising_data"), limit: limit, qualifiers: "static const")
      + CArray.lines(
        plan.plan.scanResponse ?? Payload(), named: plan.named("scan_response_data"), limit: limit,
        qualifiers: "static const")
  }
}
