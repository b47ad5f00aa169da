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
    private static final class Local {
        private int[] keys = {};
        private long[] since = {};

        private Local transfer(Fields fields) throws IOException {
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

    private final Long2ObjectHashMap<Local> files = new Long2ObjectHashMap<>();

    void put(long id, int[] keys, long[] since) {
        Local local = new Local();
        local.keys = keys;
        local.since = since;
        files.put(id, local);
    }

    /** Returns the key of a file; -1 if it is unknown. */
    public int at(long id, long nanos) {
        Local local = files.get(id);
        if (local == null) {
            return -1;
        }
        int i = local.keys.length - 1;
        while (i > 0 && local.since[i] > nanos) {
            i--;
        }
        return local.keys[i];
    }

    /** Passes all keys; replaced ones must be empty. */
    public LocalKeys transfer(Fields fields) throws IOException {
        SortedMap<Long, Local> sorted = new TreeMap<>(files);
        fields.map(sorted, 0L, Local::new, Fields::number, (stream, local) -> local.transfer(stream));
        files.putAll(sorted);
        return this;
    }
}
