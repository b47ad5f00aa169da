package org.underbase.analysis.files;

import java.util.List;
import org.underbase.analysis.cdf.Cdf;

/**
 * How long the files created during the trace lived. A life ends with a delete (of the file or of a directory above
 * it), with another file taking the path, and for HBase's files with the move to {@code archive} or {@code oldWALs}:
 * from then on only a cleaner will touch them, later, by a clock of its own. A file that the trace saw no end of is
 * counted as alive; it lowers where the distribution ends, as in the paper's Figure 6.
 *
 * @param windowNanos from the first creation to the end of the trace: no life longer than this can be seen to end
 * @param classes one for each size class, in the order of the enum
 */
public record Lifetimes(long windowNanos, List<OfClass> classes) {
    public Lifetimes {
        classes = List.copyOf(classes);
    }

    /**
     * @param created files of this class created during the trace
     * @param cdf the share of {@code created} by lifetime in nanoseconds; ends at the share that died
     */
    public record OfClass(SizeClass sizeClass, long created, long deleted, long archived, long overwritten, Cdf cdf) {
        public long died() {
            return deleted + archived + overwritten;
        }

        public long alive() {
            return created - died();
        }
    }
}
