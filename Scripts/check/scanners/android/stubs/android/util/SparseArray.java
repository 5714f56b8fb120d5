package android.util;

import java.util.ArrayList;
import java.util.TreeMap;

/** A map from numbers, in their order, that keeps one value for each. */
public final class SparseArray<E> {
  private final TreeMap<Integer, E> values = new TreeMap<>();

  public void put(int key, E value) {
    values.put(key, value);
  }

  public E get(int key) {
    return values.get(key);
  }

  public int size() {
    return values.size();
  }

  public int keyAt(int index) {
    return new ArrayList<>(values.keySet()).get(index);
  }

  public E valueAt(int index) {
    return values.get(keyAt(index));
  }
}
