package org.example.lamp;

import android.bluetooth.le.AdvertiseCallback;
import android.bluetooth.le.AdvertiseData;
import android.bluetooth.le.AdvertiseSettings;
import android.bluetooth.le.BluetoothLeAdvertiser;
import android.os.ParcelUuid;

/** A lamp that sends the phone's name beside its service. */
final class Named {
  private static final ParcelUuid SERVICE = ParcelUuid.fromString("afd0ffa0-2a9e-41a9-b9db-115a0e511de4");

  void start(BluetoothLeAdvertiser advertiser, AdvertiseCallback callback) {
    AdvertiseSettings settings = new AdvertiseSettings.Builder().setConnectable(true).build();
    AdvertiseData.Builder builder = new AdvertiseData.Builder();
    builder.addServiceUuid(SERVICE);
    builder.setIncludeDeviceName(true);
    advertiser.startAdvertising(settings, builder.build(), callback);
  }
}
