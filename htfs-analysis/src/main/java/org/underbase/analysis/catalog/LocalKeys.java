package org.underbase.analysis.catalog;

import java.io.IOException;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;
import org.agrona.collections.Long2ObjectHashMap;
import org.underbase.analysis.operator.Fields;

/** Keys of the files of one process by their local ids. Immutable after its creation. */
public final class LocalKeys {
    /** Keys of the files that one id means, each from a time on; the first one from the beginning. */
    public static final class OfId {
        private int[] keys = {};
        private long[] since = {};

        /** Returns the key of the file that the id means at a time. */
        public int at(long nanos) {
            int i = keys.length - 1;
            while (i > 0 && since[i] > nanos) {
                i--;
            }
            return keys[i];
        }

        private OfId transfer(Fields fields) throws IOException {
            int size = Math.toIntExact(fields.number(keys.length));
            keys = Arrays.copyOf(keys, size);
            since = Arrays.copyOf(since, size);
            fields.numbers(since);
            for (int i = 0; i < size; i++) {
                keys[i] = Math.toIntExact(fields.number(keys[i]));
            }
            return this;
        }
    }

    private final Long2ObjectHashMap<OfId> files = new Long2ObjectHashMap<>();

    void put(long id, int[] keys, long[] since) {
        OfId local = new OfId();
        local.keys = keys;
        local.since = since;
        files.put(id, local);
    }

    /** Returns the keys of an id; null if it is unknown. */
    public OfId get(long id) {
        return files.get(id);
    }

    /** Passes all keys; replaced ones must be empty. */
    public LocalKeys transfer(Fields fields) throws IOException {
        SortedMap<Long, OfId> sorted = new TreeMap<>(files);
        fields.map(sorted, 0L, OfId::new, Fields::number, (stream, local) -> local.transfer(stream));
        files.putAll(sorted);
        return this;
    }
}
