internal import AdvertObservation
package import AdvertisingData

/// A service that a device has in a form that no filter for it matches, with its place.
package struct MisformedMention: Hashable, Sendable {
  /// The form, and the octets in the payload.
  package let found: MisformedUUID
  /// The block of the payload; `nil` when the log does not say it.
  package let block: Block?
  /// Position of the layout among those asked about; 0 when there is one.
  package let layout: Int
  /// Position of the payload among the layout's scan responses; `nil` in advertising data.
  package let response: Int?

  /// The form and the place, for people: `byte-reversed in the advertising data, bytes 5 to 20`.
  package var words: String { found.words(in: block) }

  /// Finds the service in layouts, in lists and data of services before other data; `nil` when it is nowhere.
  init?(_ service: BluetoothUUID, in views: [LayoutView]) {
    var best: Self?
    for (index, view) in views.enumerated() {
      func look(_ payload: LayoutView.PayloadView, _ block: Block, response: Int?) {
        guard let found = MisformedUUID(service, in: payload.payload),
          best.map({ !$0.found.isOfServices && found.isOfServices }) ?? true
        else { return }
        best = Self(found: found, block: view.isBlockKnown ? block : nil, layout: index, response: response)
      }
      if let advertising = view.advertising { look(advertising, .advertising, response: nil) }
      for (position, response) in view.responses.enumerated() { look(response, .scanResponse, response: position) }
    }
    guard let best else { return nil }
    self = best
  }

  private init(found: MisformedUUID, block: Block?, layout: Int, response: Int?) {
    self.found = found
    self.block = block
    self.layout = layout
    self.response = response
  }
}
