package org.example.lamp

import android.bluetooth.le.AdvertiseCallback
import android.bluetooth.le.AdvertiseData
import android.bluetooth.le.AdvertiseSettings
import android.bluetooth.le.BluetoothLeAdvertiser
import android.os.ParcelUuid

/** A lamp that is tried out on a phone. */
class Lamp(private val advertiser: BluetoothLeAdvertiser?) {
  fun start(callback: AdvertiseCallback) {
    val settings = AdvertiseSettings.Builder()
      .setAdvertiseMode(AdvertiseSettings.ADVERTISE_MODE_BALANCED)
      .setConnectable(true)
      .build()
    val data = AdvertiseData.Builder()
      .addManufacturerData(COMPANY, byteArrayOf(0x01, 0x64, 0x00, 0xFF.toByte()))
      .setIncludeTxPowerLevel(true)
      .build()
    val response = AdvertiseData.Builder()
      .addServiceUuid(SERVICE)
      .build()
    advertiser?.startAdvertising(settings, data, response, callback)
  }

  companion object {
    private const val COMPANY = 0x0059
    private val SERVICE = ParcelUuid.fromString("afd0ffa0-2a9e-41a9-b9db-115a0e511de4")
  }
}
