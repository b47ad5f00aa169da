package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/** Running journals of this process that were started with kept records. Thread-safe. */
final class KeepingJournals {
    private static final Map<Path, BooleanSupplier> RUNNING = new ConcurrentHashMap<>();

    private KeepingJournals() {}

    /** @param keeping whether the journal still keeps records of an earlier run */
    static void add(Path directory, BooleanSupplier keeping) {
        RUNNING.put(directory, keeping);
    }

    static void remove(Path directory) {
        RUNNING.remove(directory);
    }

    /** Whether the running journal in a directory keeps replayed records, whose block files may not be fsynced. */
    static boolean isKeeping(Path directory) throws IOException {
        BooleanSupplier keeping = RUNNING.get(directory.toRealPath());
        return keeping != null && keeping.getAsBoolean();
    }
}
