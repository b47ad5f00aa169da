package org.underbase.htfs.imports;

import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;
import org.underbase.htfs.format.DerivedThread;

/**
 * Activities of the written store files and of the scans of a log. They have numbers in the order of the log. The first reading
 * of the log decides, at the end of each; the second one looks them up. Memory: 3 bits each.
 */
final class Verdicts {
    private final BitSet outputs = new BitSet();
    private final BitSet compactions = new BitSet();
    private final BitSet unknown = new BitSet();
    private boolean second;
    private int known;
    private int next;

    /** Begins the second reading. */
    void rewind() {
        second = true;
        known = next;
        next = 0;
    }

    /** Returns the number of a written store file, whose activity is not known until it is complete. */
    int output() {
        if (!second) {
            outputs.set(next);
            unknown.set(next);
        }
        return next++;
    }

    /** Returns the number of a scan, which is of a foreground read unless a compaction is shown. */
    int scan() {
        return next++;
    }

    void compaction(int number) {
        decide(number, true, false);
    }

    void flush(int number) {
        decide(number, false, false);
    }

    void unknown(int number) {
        decide(number, false, true);
    }

    private void decide(int number, boolean compacts, boolean isUnknown) {
        if (!second) {
            compactions.set(number, compacts);
            unknown.set(number, isUnknown);
        }
    }

    /** Returns the thread of the calls of a written file or a scan. */
    String thread(int number) {
        // The log may have grown since the first reading.
        if (unknown.get(number) || number >= known) {
            return DerivedThread.UNKNOWN;
        }
        if (compactions.get(number)) {
            return DerivedThread.COMPACTION;
        }
        return outputs.get(number) ? DerivedThread.FLUSH : "";
    }

    /** Returns the numbers of files and scans by what is known about them. */
    Map<String, Long> remarks() {
        BitSet written = (BitSet) outputs.clone();
        written.and(compactions);
        long byCompactions = written.cardinality();
        long uncertain = unknown.cardinality();
        written = (BitSet) outputs.clone();
        written.andNot(compactions);
        written.andNot(unknown);
        Map<String, Long> remarks = new LinkedHashMap<>();
        put(remarks, "store files written by compactions, derived from scans of complete files", byCompactions);
        put(remarks, "store files written by flushes, derived from the absence of such scans", written.cardinality());
        put(remarks, "scans of complete files by compactions", compactions.cardinality() - byCompactions);
        put(remarks, "store files or scans whose activity is not available, imported as other activity", uncertain);
        return remarks;
    }

    private static void put(Map<String, Long> remarks, String description, long count) {
        if (count > 0) {
            remarks.put(description, count);
        }
    }
}
