package android.util;

import java.util.HashMap;

/** A map that keeps one value for each key. */
public final class ArrayMap<K, V> extends HashMap<K, V> {}
