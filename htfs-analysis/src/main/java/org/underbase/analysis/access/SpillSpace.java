package org.underbase.analysis.access;

import java.io.IOException;
import java.nio.file.Path;
import org.underbase.operator.output.SizeText;

/**
 * Check of the free space for temporary files before each write, so that an analysis does not fill a file system that others
 * use, too.
 */
final class SpillSpace {
    static final String ADVICE = "; choose a directory with more space with --tmp, or more memory with --memory";

    /** Free space, in bytes. */
    @FunctionalInterface
    interface Free {
        long bytes() throws IOException;
    }

    private final Path directory;
    private final Free free;

    SpillSpace(Path directory, Free free) {
        this.directory = directory;
        this.free = free;
    }

    /**
     * Checks the space for a write.
     *
     * @param bytes size of the write
     * @throws IOException if the directory has not that much space
     */
    void check(long bytes) throws IOException {
        long left = free.bytes();
        if (left < bytes) {
            throw new IOException("not enough space for temporary files in " + directory + ": " + SizeText.of(left)
                    + " free, " + SizeText.of(bytes) + " needed next" + ADVICE);
        }
    }
}
