package org.underbase.analysis.stage;

import java.nio.file.Path;
import java.util.OptionalLong;
import org.underbase.analysis.figure.Assumptions;

/**
 * Settings of an analysis.
 *
 * @param assumptions values for files that were created before the trace began
 * @param usedBytes bytes on the disks of the traced cluster, if known
 * @param temporary directory for temporary files
 * @param memoryBytes memory for accesses, in bytes; further ones are in temporary files
 */
public record Settings(Assumptions assumptions, OptionalLong usedBytes, Path temporary, long memoryBytes) {
    /** Creates settings with the JVM's temporary directory and a quarter of its heap. */
    public static Settings of(Assumptions assumptions) {
        return new Settings(
                assumptions,
                OptionalLong.empty(),
                Path.of(System.getProperty("java.io.tmpdir")),
                Runtime.getRuntime().maxMemory() / 4);
    }

    /** Copies these settings with other ones for temporary files. */
    public Settings withSpill(Path directory, long bytes) {
        return new Settings(assumptions, usedBytes, directory, bytes);
    }

    /** Copies these settings with the bytes on the disks of the traced cluster. */
    public Settings withUsedBytes(long bytes) {
        return new Settings(assumptions, OptionalLong.of(bytes), temporary, memoryBytes);
    }
}
