package org.underbase.analysis.bytype;

import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.underbase.analysis.access.Touched;

/**
 * Data and I/O by the type of the file: column family, logs, other.
 *
 * @param types types with I/O, in the order of their kinds
 */
public record ByType(List<OfType> types) {
    public ByType {
        types = List.copyOf(types);
    }

    /**
     * Data and I/O of one type.
     *
     * @param label name of the type, without the table if the trace has one only
     * @param name name of the type, which does not depend on the others
     * @param data bytes that were accessed, with those that were deleted later
     * @param live the part of the data that exists at the end of the trace
     * @param read bytes that reads returned
     * @param written bytes that were written
     */
    public record OfType(String label, String name, Touched data, Touched live, long read, long written) {
        /** Returns the bytes of I/O per byte of data; empty without data. */
        public OptionalDouble ioPerByte() {
            return data.total() == 0
                    ? OptionalDouble.empty()
                    : OptionalDouble.of((double) (read + written) / data.total());
        }
    }

    /** Returns the sums over all types. */
    public OfType all() {
        return new OfType(
                "all",
                "all",
                sum(OfType::data),
                sum(OfType::live),
                types.stream().mapToLong(OfType::read).sum(),
                types.stream().mapToLong(OfType::written).sum());
    }

    private Touched sum(Function<OfType, Touched> part) {
        return types.stream().map(part).reduce(Touched.NONE, Touched::plus);
    }
}
