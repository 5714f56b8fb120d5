internal import AdvertObservation
internal import AdvertisingData

/// A layout to look for mentions in: one payload after the other, with how often and when each was received.
struct LayoutView {
  let pdu: AdvertisingPDU?
  let scanResponseIsObserved: Bool
  let advertising: PayloadView?
  let responses: [PayloadView]

  struct PayloadView {
    let payload: Payload
    let isTruncated: Bool
    let reception: Reception
  }

  init(_ layout: Layout) {
    pdu = layout.pdu
    scanResponseIsObserved = layout.scanResponse != .notObserved
    advertising = layout.advertising.map { PayloadView(payload: $0, isTruncated: false, reception: Reception()) }
    responses = layout.scanResponse.payloads.map {
      PayloadView(payload: $0, isTruncated: false, reception: Reception())
    }
  }

  init(_ observed: ObservedLayout) {
    pdu = observed.layout.pdu
    scanResponseIsObserved = observed.layout.scanResponse != .notObserved
    advertising = observed.layout.advertising.map {
      PayloadView(
        payload: $0, isTruncated: observed.isTruncated,
        reception: observed.reception)
    }
    responses = observed.scanResponses.map {
      PayloadView(
        payload: $0.payload, isTruncated: $0.isTruncated,
        reception: $0.reception)
    }
  }
}
