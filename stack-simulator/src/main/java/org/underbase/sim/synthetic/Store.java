package org.underbase.sim.synthetic;

import java.util.ArrayList;
import java.util.List;

/** Files of one column family of a region, the oldest first, and HBase's choice of files to compact. */
final class Store {
    private static final int LEAST = 3;
    private static final int MOST = 10;
    private static final double RATIO = 1.2;

    final List<StoreFile> files = new ArrayList<>();
    private boolean compacting;

    /** Returns files for a minor compaction, or an empty list. */
    List<StoreFile> minor() {
        if (compacting) {
            return List.of();
        }
        int start = 0;
        while (files.size() - start >= LEAST && files.get(start).bytes > RATIO * newer(start)) {
            start++;
        }
        return files.size() - start < LEAST ? List.of() : files.subList(start, Math.min(files.size(), start + MOST));
    }

    private long newer(int start) {
        return files.subList(start + 1, Math.min(files.size(), start + MOST)).stream()
                .mapToLong(file -> file.bytes)
                .sum();
    }

    /** Returns the newest of the large files and all newer ones, or an empty list. */
    List<StoreFile> tail(long large) {
        if (compacting) {
            return List.of();
        }
        for (int start = files.size() - 1; start >= 0; start--) {
            if (files.get(start).bytes >= large) {
                return files.subList(start, files.size());
            }
        }
        return List.of();
    }

    void begin() {
        compacting = true;
    }

    void replace(List<StoreFile> inputs, StoreFile output) {
        int at = files.indexOf(inputs.get(0));
        files.removeAll(inputs);
        files.add(at, output);
        compacting = false;
    }
}
