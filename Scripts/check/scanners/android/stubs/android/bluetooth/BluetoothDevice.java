package android.bluetooth;

import android.os.Parcel;
import android.os.Parcelable;

/** A device, which has an address and nothing else. */
public final class BluetoothDevice implements Parcelable {
  public static final int PHY_LE_1M = 1;
  public static final Creator<BluetoothDevice> CREATOR = null;

  private final String address;

  public BluetoothDevice(String address) {
    this.address = address;
  }

  public String getAddress() {
    return address;
  }

  @Override
  public int describeContents() {
    return 0;
  }

  @Override
  public void writeToParcel(Parcel parcel, int flags) {}
}
