import AdvertisingData
import Benchmark
import TestSupport

/// Flags, services, a name, manufacturer data: 31 bytes.
let typicalPayload = Payload([UInt8](hex: "020106 05030f180a18 0a09546865726d6f6d65 0affe502010203040506"))

func measurePayloads() {
  Benchmark("walk a payload of 4 structures") { benchmark in
    for _ in benchmark.scaledIterations {
      var structures = typicalPayload.structures
      var size = 0
      while let structure = structures.next() { size += structure.size }
      blackHole(size)
    }
  }
  Benchmark("decode a payload of 4 structures") { benchmark in
    for _ in benchmark.scaledIterations { blackHole(typicalPayload.decoded) }
  }
}
