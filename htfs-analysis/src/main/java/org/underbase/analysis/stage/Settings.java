package org.underbase.analysis.stage;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.underbase.analysis.catalog.CatalogPartial;
import org.underbase.analysis.catalog.FileCatalog;
import org.underbase.analysis.figure.AllFigures;
import org.underbase.analysis.figure.Assumptions;
import org.underbase.analysis.figure.Definitions;
import org.underbase.analysis.fsimage.FsImageFile;
import org.underbase.analysis.run.Selection;

/**
 * Settings of an analysis.
 *
 * @param assumptions values for files that were created before the trace began
 * @param definitions choices between definitions of figures
 * @param usedBytes bytes on the disks of the traced cluster, if known
 * @param image fsimage with the sizes of files, if given
 * @param temporary directory for temporary files
 * @param memoryBytes memory for accesses, in bytes; further ones are in temporary files
 * @param selection the events to read
 * @param skipBad whether to skip files of a newer version and those that cannot be read
 * @param skewNanos largest expected difference between the clocks of two hosts, in nanoseconds
 * @param only names of the figures to compute; empty for all
 */
public record Settings(
        Assumptions assumptions,
        Definitions definitions,
        OptionalLong usedBytes,
        Optional<FsImageFile> image,
        Path temporary,
        long memoryBytes,
        Selection selection,
        boolean skipBad,
        long skewNanos,
        Set<String> only) {
    public Settings {
        only = Set.copyOf(only);
    }

    /** Creates settings with the JVM's temporary directory and a quarter of its heap. */
    public static Settings of(Assumptions assumptions) {
        return new Settings(
                assumptions,
                Definitions.STANDARD,
                OptionalLong.empty(),
                Optional.empty(),
                Path.of(System.getProperty("java.io.tmpdir")),
                Runtime.getRuntime().maxMemory() / 4,
                Selection.ALL,
                false,
                FileCatalog.SKEW_NANOS,
                Set.of());
    }

    /** Returns the figures to compute. */
    public AllFigures figures() {
        return only.isEmpty() ? AllFigures.load() : AllFigures.only(only);
    }

    /**
     * Creates the catalog of a trace.
     *
     * @param records the records of the trace
     * @param alive called now and then while the fsimage is read
     * @throws IOException if there is an fsimage and it cannot be used
     */
    public FileCatalog catalog(CatalogPartial records, Runnable alive) throws IOException {
        return image.isPresent()
                ? FileCatalog.of(records, skewNanos, image.get(), alive)
                : FileCatalog.of(records, skewNanos);
    }

    /** Copies these settings with other ones for temporary files. */
    public Settings withSpill(Path directory, long bytes) {
        return new Settings(
                assumptions, definitions, usedBytes, image, directory, bytes, selection, skipBad, skewNanos, only);
    }

    /** Copies these settings with the bytes on the disks of the traced cluster. */
    public Settings withUsedBytes(long bytes) {
        return new Settings(
                assumptions,
                definitions,
                OptionalLong.of(bytes),
                image,
                temporary,
                memoryBytes,
                selection,
                skipBad,
                skewNanos,
                only);
    }

    /** Copies these settings with other definitions of figures. */
    public Settings withDefinitions(Definitions choices) {
        return new Settings(
                assumptions, choices, usedBytes, image, temporary, memoryBytes, selection, skipBad, skewNanos, only);
    }

    /** Copies these settings with an fsimage, which has the sizes of files that calls do not show. */
    public Settings withImage(FsImageFile file) {
        return new Settings(
                assumptions,
                definitions,
                usedBytes,
                Optional.of(file),
                temporary,
                memoryBytes,
                selection,
                skipBad,
                skewNanos,
                only);
    }

    /** Copies these settings with a selection of events. */
    public Settings withSelection(Selection events) {
        return new Settings(
                assumptions, definitions, usedBytes, image, temporary, memoryBytes, events, skipBad, skewNanos, only);
    }

    /** Copies these settings so that files of a newer version and those that cannot be read are skipped. */
    public Settings skippingBad() {
        return new Settings(
                assumptions, definitions, usedBytes, image, temporary, memoryBytes, selection, true, skewNanos, only);
    }

    /** Copies these settings with another expected difference between the clocks of two hosts, in nanoseconds. */
    public Settings withSkew(long nanos) {
        return new Settings(
                assumptions, definitions, usedBytes, image, temporary, memoryBytes, selection, skipBad, nanos, only);
    }

    /**
     * Copies these settings with some of the figures and the summary. If none of them needs files, the trace is read once.
     *
     * @param figures names of the figures
     * @throws IllegalArgumentException if a name is unknown
     */
    public Settings only(Collection<String> figures) {
        Set<String> names = new TreeSet<>(figures);
        names.add(AllFigures.SUMMARY);
        AllFigures.only(names);
        return new Settings(
                assumptions,
                definitions,
                usedBytes,
                image,
                temporary,
                memoryBytes,
                selection,
                skipBad,
                skewNanos,
                names);
    }

    /** Copies these settings with a further figure. */
    public Settings with(String figure) {
        Set<String> names = new TreeSet<>(only.isEmpty() ? AllFigures.load().ids() : only);
        names.add(figure);
        return only(names);
    }
}
