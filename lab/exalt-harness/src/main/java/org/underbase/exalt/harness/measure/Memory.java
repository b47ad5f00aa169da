package org.underbase.exalt.harness.measure;

import java.io.IOException;

/** Memory of the machine. */
public final class Memory {
    private Memory() {}

    /**
     * Returns the total memory.
     *
     * @return size in bytes
     * @throws IOException if the kernel's counters are unreadable
     */
    public static long total() throws IOException {
        return ProcFiles.memory();
    }

    /**
     * Returns the memory that is available without swapping.
     *
     * @return size in bytes
     * @throws IOException if the kernel's counters are unreadable
     */
    public static long available() throws IOException {
        return ProcFiles.memoryAvailable();
    }
}
