package org.underbase.analysis.compare;

import java.io.IOException;
import java.util.SortedMap;
import java.util.TreeMap;
import org.agrona.collections.Long2LongCounterMap;
import org.underbase.analysis.operator.Fields;

/** Sums and distributions of one unit; integers only. Memory: about 300 bytes, and 16 bytes per distinct value. */
final class UnitSums {
    private final long[] sums = new long[Sum.COUNT];
    private final Long2LongCounterMap[] shapes = new Long2LongCounterMap[Shape.COUNT];

    void add(Sum sum, long value) {
        sums[sum.index()] += value;
    }

    long get(Sum sum) {
        return sums[sum.index()];
    }

    /** Adds a value, which is rounded, to a distribution. */
    void add(Shape shape, long value, long count) {
        shape(shape.index()).getAndAdd(shape.rounded(value), count);
    }

    /** Returns the counts of a distribution by value. */
    SortedMap<Long, Long> get(Shape shape) {
        SortedMap<Long, Long> sorted = new TreeMap<>();
        Long2LongCounterMap counts = shapes[shape.index()];
        if (counts != null) {
            counts.forEach((value, count) -> sorted.put(value, count));
        }
        return sorted;
    }

    private Long2LongCounterMap shape(int index) {
        if (shapes[index] == null) {
            shapes[index] = new Long2LongCounterMap(0);
        }
        return shapes[index];
    }

    boolean isEmpty() {
        for (long sum : sums) {
            if (sum != 0) {
                return false;
            }
        }
        return true;
    }

    UnitSums transfer(Fields fields) throws IOException {
        fields.numbers(sums);
        for (Shape shape : Shape.values()) {
            SortedMap<Long, Long> counts = get(shape);
            fields.map(counts, 0L, () -> 0L, Fields::number, Fields::number);
            counts.forEach(shape(shape.index())::put);
        }
        return this;
    }

    void merge(UnitSums other) {
        for (int i = 0; i < sums.length; i++) {
            sums[i] += other.sums[i];
        }
        for (int i = 0; i < shapes.length; i++) {
            if (other.shapes[i] != null) {
                other.shapes[i].forEach(shape(i)::getAndAdd);
            }
        }
    }
}
