package org.underbase.analysis.stage;

import java.nio.file.Path;
import java.util.OptionalLong;
import org.underbase.analysis.figure.Assumptions;
import org.underbase.analysis.run.Selection;

/**
 * Settings of an analysis.
 *
 * @param assumptions values for files that were created before the trace began
 * @param usedBytes bytes on the disks of the traced cluster, if known
 * @param temporary directory for temporary files
 * @param memoryBytes memory for accesses, in bytes; further ones are in temporary files
 * @param selection the events to read
 * @param skipBad whether to skip files of a newer version and those that cannot be read
 */
public record Settings(
        Assumptions assumptions,
        OptionalLong usedBytes,
        Path temporary,
        long memoryBytes,
        Selection selection,
        boolean skipBad) {
    /** Creates settings with the JVM's temporary directory and a quarter of its heap. */
    public static Settings of(Assumptions assumptions) {
        return new Settings(
                assumptions,
                OptionalLong.empty(),
                Path.of(System.getProperty("java.io.tmpdir")),
                Runtime.getRuntime().maxMemory() / 4,
                Selection.ALL,
                false);
    }

    /** Copies these settings with other ones for temporary files. */
    public Settings withSpill(Path directory, long bytes) {
        return new Settings(assumptions, usedBytes, directory, bytes, selection, skipBad);
    }

    /** Copies these settings with the bytes on the disks of the traced cluster. */
    public Settings withUsedBytes(long bytes) {
        return new Settings(assumptions, OptionalLong.of(bytes), temporary, memoryBytes, selection, skipBad);
    }

    /** Copies these settings with a selection of events. */
    public Settings withSelection(Selection events) {
        return new Settings(assumptions, usedBytes, temporary, memoryBytes, events, skipBad);
    }

    /** Copies these settings so that files of a newer version and those that cannot be read are skipped. */
    public Settings skippingBad() {
        return new Settings(assumptions, usedBytes, temporary, memoryBytes, selection, true);
    }
}
