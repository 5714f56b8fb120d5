package android.os;

/** A value that can be written to a parcel. */
public interface Parcelable {
  int describeContents();

  void writeToParcel(Parcel parcel, int flags);

  /** Reads values from parcels. */
  interface Creator<T> {
    T createFromParcel(Parcel parcel);

    T[] newArray(int size);
  }
}
