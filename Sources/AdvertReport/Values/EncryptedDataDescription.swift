internal import AdvertisingData

extension EncryptedAdvertisingData: DescribedValue {
  var words: String {
    "Encrypted Advertising Data: randomizer \(Words.hex(number: randomizer, octets: 5)), "
      + "ciphertext \(Words.hex(ciphertext)), integrity check \(Words.hex(number: mic, octets: 4))"
  }

  func writeFields(to json: inout JSONWriter) {
    json.value("randomizer", Int(randomizer))
    json.value("ciphertext", HexText.compact(ciphertext))
    json.value("mic", Int(mic))
  }
}
