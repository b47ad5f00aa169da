package org.underbase.htfs.imports;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map that evicts the entry that was not used for the longest time. */
final class LastUsed<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1;
    private static final float LOAD = 0.75f;

    private final int max;

    /** @param max maximum number of entries */
    LastUsed(int max) {
        super(16, LOAD, true);
        this.max = max;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > max;
    }
}
