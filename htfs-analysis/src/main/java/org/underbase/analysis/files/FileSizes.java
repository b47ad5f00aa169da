package org.underbase.analysis.files;

import java.util.List;
import org.underbase.analysis.cdf.Cdf;

/**
 * Sizes, in bytes, of the files created during the trace.
 *
 * @param all all of them
 * @param kinds those of each kind, in the order of kinds
 * @param classes one for each size class, in the order of the enum
 */
public record FileSizes(Sizes all, List<OfKind> kinds, List<OfClass> classes) {
    public FileSizes {
        kinds = List.copyOf(kinds);
        classes = List.copyOf(classes);
    }

    /**
     * @param files how many
     * @param bytes their sum
     * @param p10 the size that 10 % of the files do not exceed
     * @param cdf the share of files by size
     */
    public record Sizes(long files, long bytes, long p10, long p50, long p90, Cdf cdf) {
        /** The average in bytes, 0 without files. */
        public long mean() {
            return files == 0 ? 0 : bytes / files;
        }
    }

    /** A name of a kind for people; short, the family alone, when only one table is not HBase's own. */
    public String label(FileKind kind) {
        boolean mine = kind.type() == FileKind.Type.STORE && !kind.isSystem();
        return mine && tables() == 1 ? kind.family() : kind.label();
    }

    private long tables() {
        return kinds.stream()
                .map(OfKind::kind)
                .filter(kind -> kind.type() == FileKind.Type.STORE && !kind.isSystem())
                .map(FileKind::table)
                .distinct()
                .count();
    }

    /** The files of a kind. */
    public record OfKind(FileKind kind, Sizes sizes) {}

    /** How many files of a class, and their bytes. */
    public record OfClass(SizeClass sizeClass, long files, long bytes) {}
}
