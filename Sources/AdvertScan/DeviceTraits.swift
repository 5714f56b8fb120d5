internal import AdvertisingData

/// What verdicts on a device's own questions rest on, but for when it was received: devices with equal traits fare alike
/// with every scanner. A place has thousands of devices and a few dozen traits.
public struct DeviceTraits: Hashable, Sendable {
  private let kinds: [LayoutKind]
  /// Of each question in turn, where it is answered.
  private let answers: [[Answer]]

  private struct Answer: Hashable {
    let kind: LayoutKind
    let places: [Place]
  }

  private struct Place: Hashable {
    let kind: MentionKinds
    let block: Block
  }

  fileprivate init(_ device: ScannedDevice, asked questions: [Question]) {
    kinds = device.kinds.map(\.kind)
    answers = questions.map { question in
      device.groups(for: question).map { group in
        Answer(kind: group.kind, places: group.found.map { Place(kind: $0.mention.kind, block: $0.mention.block) })
      }
    }
  }
}

extension ScannedDevice {
  /// `questions` are its own ``questions``.
  public func traits(asked questions: [Question]) -> DeviceTraits { DeviceTraits(self, asked: questions) }
}
