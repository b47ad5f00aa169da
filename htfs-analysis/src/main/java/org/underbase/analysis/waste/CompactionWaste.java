package org.underbase.analysis.waste;

import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import org.underbase.analysis.operator.Fields;

/**
 * Use of the files that compactions created in the trace.
 *
 * @param types uses by type of file, in the order of their kinds
 */
public record CompactionWaste(List<OfType> types) {
    public CompactionWaste {
        types = List.copyOf(types);
    }

    /**
     * Uses of the files of one type.
     *
     * @param label name of the type
     * @param ended files whose life ended in the trace
     * @param existing files that exist at the end of the trace, which requests may still read (censored)
     */
    public record OfType(String label, Use ended, Use existing) {}

    /**
     * Use of bytes. Each written byte counts once, in the first of its uses.
     *
     * @param files number of files
     * @param requested bytes that requests read
     * @param compacted bytes that only the next compaction read
     * @param unread bytes that neither read
     */
    public record Use(long files, long requested, long compacted, long unread) {
        static final Use NONE = new Use(0, 0, 0, 0);

        /** Returns the bytes that compactions wrote. */
        public long written() {
            return requested + compacted + unread;
        }

        /** Returns the bytes that no request read. */
        public long wasted() {
            return compacted + unread;
        }

        Use plus(Use other) {
            return new Use(
                    files + other.files,
                    requested + other.requested,
                    compacted + other.compacted,
                    unread + other.unread);
        }

        Use transfer(Fields fields) throws IOException {
            return new Use(
                    fields.number(files), fields.number(requested), fields.number(compacted), fields.number(unread));
        }
    }

    /** Returns the uses of all types. */
    public OfType all() {
        return new OfType("all", sum(OfType::ended), sum(OfType::existing));
    }

    private Use sum(Function<OfType, Use> part) {
        return types.stream().map(part).reduce(Use.NONE, Use::plus);
    }
}
