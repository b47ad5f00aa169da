package org.underbase.exalt.harness.measure;

import java.io.IOException;

/** The machine's memory. */
public final class Memory {
    private Memory() {}

    /**
     * All of it.
     *
     * @return bytes
     * @throws IOException when the kernel does not tell
     */
    public static long total() throws IOException {
        return ProcFiles.memory();
    }

    /**
     * What can be had of it without swapping.
     *
     * @return bytes
     * @throws IOException when the kernel does not tell
     */
    public static long available() throws IOException {
        return ProcFiles.memoryAvailable();
    }
}
