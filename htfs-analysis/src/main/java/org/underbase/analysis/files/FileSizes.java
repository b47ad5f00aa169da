package org.underbase.analysis.files;

import java.util.List;
import org.underbase.analysis.catalog.FileKind;
import org.underbase.analysis.cdf.Cdf;

/**
 * Sizes in bytes of the files created during the trace, and of all files.
 *
 * @param all sizes of all files
 * @param kinds sizes by kind, in the order of kinds
 * @param classes one entry per size class, in the order of the enum
 * @param allSeen sizes of all files that a call created or opened, or whose length a call returned (FAST '14, Figure 5)
 * @param seenKinds those sizes by kind, in the order of kinds
 * @param unsized number of files that a call accessed, but whose size is unknown; not in any of these
 * @param onlyNamed number of paths that calls only renamed or deleted; not in any of these
 */
public record FileSizes(
        Sizes all,
        List<OfKind> kinds,
        List<OfClass> classes,
        Sizes allSeen,
        List<OfKind> seenKinds,
        long unsized,
        long onlyNamed) {
    public FileSizes {
        seenKinds = List.copyOf(seenKinds);
        kinds = List.copyOf(kinds);
        classes = List.copyOf(classes);
    }

    /**
     * Sizes of a set of files.
     *
     * @param files number of files
     * @param bytes sum of the sizes, in bytes
     * @param p10 10th percentile, in bytes
     * @param p25 25th percentile, in bytes
     * @param p50 median, in bytes
     * @param p75 75th percentile, in bytes
     * @param p90 90th percentile, in bytes
     * @param cdf distribution of the sizes
     */
    public record Sizes(long files, long bytes, long p10, long p25, long p50, long p75, long p90, Cdf cdf) {
        /** Returns the mean in bytes; 0 without files. */
        public long mean() {
            return files == 0 ? 0 : bytes / files;
        }
    }

    /** Returns the number of files created during the trace whose size is unknown; they are in no distribution. */
    public long createdUnsized() {
        return classes.stream()
                .filter(of -> of.sizeClass() == SizeClass.UNKNOWN)
                .mapToLong(OfClass::files)
                .sum();
    }

    /** Returns the display name of a kind: only the family if there is one user table. */
    public String label(FileKind kind) {
        return kind.label(seenKinds.stream().map(OfKind::kind).toList());
    }

    /** Sizes of the files of one kind. */
    public record OfKind(FileKind kind, Sizes sizes) {}

    /** Number and total size in bytes of the files of one class. */
    public record OfClass(SizeClass sizeClass, long files, long bytes) {}
}
