package org.underbase.htfs.soak;

import java.nio.file.Path;
import java.util.Map;

/** State of the disk of the traces, or of the process itself. */
enum Fault {
    NONE("", 70),
    ENOSPC("28", 10),
    EIO("5", 10),
    /** A write never returns. */
    HUNG("0", 2),
    /** Kill with signal 9 at a random time. */
    KILL("", 8);

    private final String number;
    private final int share;

    /**
     * Creates a fault.
     *
     * @param number errno, 0 for a hang, empty for a healthy disk
     * @param share processes of a hundred with this fault
     */
    Fault(String number, int share) {
        this.number = number;
        this.share = share;
    }

    boolean ofDisk() {
        return !number.isEmpty();
    }

    /**
     * Selects a fault.
     *
     * @param percent 0 to 99
     */
    static Fault of(int percent) {
        int left = percent;
        for (Fault fault : values()) {
            left -= fault.share;
            if (left < 0) {
                return fault;
            }
        }
        throw new IllegalArgumentException("not below 100: " + percent);
    }

    /**
     * Returns the environment of a process with this fault.
     *
     * @param library library of {@code faults.c}
     * @param traces directory on the failing disk
     * @param bytes number of bytes that can be written before
     */
    Map<String, String> environment(Path library, Path traces, int bytes) {
        return ofDisk()
                ? Map.of(
                        "LD_PRELOAD", library.toString(),
                        "UNDERBASE_FAULT", number,
                        "UNDERBASE_FAULT_DIRECTORY", traces.toString(),
                        "UNDERBASE_FAULT_AFTER", Integer.toString(bytes))
                : Map.of();
    }
}
