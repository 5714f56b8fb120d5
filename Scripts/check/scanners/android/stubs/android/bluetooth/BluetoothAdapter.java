package android.bluetooth;

/** The adapter, which takes every address for a good one. */
public final class BluetoothAdapter {
  public static final int STATE_ON = 12;

  public static boolean checkBluetoothAddress(String address) {
    return true;
  }

  public boolean isLeEnabled() {
    return true;
  }
}
