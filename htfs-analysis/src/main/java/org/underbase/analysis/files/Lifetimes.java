package org.underbase.analysis.files;

import java.util.List;
import org.underbase.analysis.cdf.Cdf;

/**
 * Lifetimes of the files created during the trace. A lifetime ends with a delete of the file or of a directory above it,
 * with its replacement by another file, or, for HBase's files, with the move to {@code archive} or {@code oldWALs}, after
 * which only a cleaner accesses them. The deletion of the data is a second distribution. A file without an end in the trace counts as alive; it lowers the end of the
 * distribution, as in the paper's Figure 6.
 *
 * @param windowNanos time from the first creation to the end of the trace, in nanoseconds: the longest observable lifetime
 * @param classes one entry per size class, in the order of the enum
 */
public record Lifetimes(long windowNanos, List<OfClass> classes) {
    public Lifetimes {
        classes = List.copyOf(classes);
    }

    /**
     * Lifetimes of one size class.
     *
     * @param sizeClass the size class
     * @param created number of files created during the trace
     * @param deleted number of deleted files
     * @param archived number of files moved to an archive or the trash
     * @param overwritten number of replaced files
     * @param cdf distribution of the lifetimes in nanoseconds among {@code created}; ends at the fraction that ended
     * @param deletedFromDisk number of files that were deleted or overwritten, also after they were archived
     * @param onDisk distribution of the times from creation to that, in nanoseconds, among {@code created}
     * @param estimate distribution of the lifetimes of all files, with those of existing files as lower limits (Kaplan-Meier)
     */
    public record OfClass(
            SizeClass sizeClass,
            long created,
            long deleted,
            long archived,
            long overwritten,
            Cdf cdf,
            long deletedFromDisk,
            Cdf onDisk,
            Cdf estimate) {
        public long died() {
            return deleted + archived + overwritten;
        }

        public long alive() {
            return created - died();
        }
    }
}
