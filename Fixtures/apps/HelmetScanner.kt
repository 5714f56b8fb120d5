package com.example.helmet

import android.bluetooth.BluetoothAdapter
import android.bluetooth.le.ScanCallback
import android.bluetooth.le.ScanFilter
import android.bluetooth.le.ScanSettings
import android.os.ParcelUuid

/** Looks for helmets by their service, and for old ones by their name. */
class HelmetScanner(private val adapter: BluetoothAdapter, private val callback: ScanCallback) {
  private val service = ParcelUuid.fromString("afd0ffa0-2a9e-41a9-b9db-115a0e511de4")

  private val filters = listOf(
    ScanFilter.Builder().setServiceUuid(service).build(),
    ScanFilter.Builder().setDeviceName("SHS-2070").build(),
  )

  private val settings = ScanSettings.Builder()
    .setScanMode(ScanSettings.SCAN_MODE_LOW_LATENCY)
    .build()

  fun start() {
    adapter.bluetoothLeScanner?.startScan(filters, settings, callback)
  }
}
