package android.os;

/** A parcel that carries nothing: no question sends one. */
public final class Parcel {
  public int readInt() {
    return 0;
  }

  public long readLong() {
    return 0;
  }

  public String readString() {
    return null;
  }

  public void readByteArray(byte[] octets) {}

  public byte[] createByteArray() {
    return null;
  }

  public <T extends Parcelable> T readParcelable(ClassLoader loader) {
    return null;
  }

  public void writeInt(int value) {}

  public void writeLong(long value) {}

  public void writeString(String value) {}

  public void writeByteArray(byte[] octets) {}

  public void writeParcelable(Parcelable value, int flags) {}
}
