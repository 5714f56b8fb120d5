internal import AdvertisingData

/// What is wrong with the form of a payload, apart from what any rule says about it.
struct PayloadProblem {
  let offset: Int
  let length: Int
  let message: String

  static func all(in payload: DecodedPayload, count: Int, limit: Int) -> [PayloadProblem] {
    var problems: [PayloadProblem] = []
    for element in payload.elements {
      if case .malformed(_, _, let malformation) = element.value, !element.overruns {
        problems.append(PayloadProblem(offset: element.offset, length: element.size, message: "\(malformation)"))
      }
    }
    switch payload.ending {
    case .complete: break
    case .terminated(let offset):
      if payload.remainder.contains(where: { $0 != 0 }) {
        problems.append(
          PayloadProblem(
            offset: offset, length: count - offset,
            message: "the zero length byte ends the payload, yet bytes other than zero follow"))
      }
    case .overrun(let offset, let declared, let available):
      problems.append(
        PayloadProblem(
          offset: offset, length: count - offset,
          message: "the length byte says \(declared) bytes follow, the payload has only \(available)"))
    case .loneLength(let offset, let declared):
      problems.append(
        PayloadProblem(
          offset: offset, length: 1, message: "the length byte says \(declared) bytes follow, the payload ends there"))
    }
    if count > limit {
      problems.append(
        PayloadProblem(
          offset: limit, length: count - limit, message: "\(count) bytes are \(count - limit) more than fit"))
    }
    return problems
  }
}
