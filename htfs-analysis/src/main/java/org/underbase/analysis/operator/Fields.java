package org.underbase.analysis.operator;

import java.io.IOException;
import java.util.SortedMap;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;

/**
 * Stream that writes the fields of a state, or replaces them with those of another state. A state has one method for both: it
 * passes each field and assigns the result. A replaced state must be empty.
 */
public interface Fields {
    /** Passes a number. */
    long number(long value) throws IOException;

    /** Passes a text. */
    String text(String value) throws IOException;

    /** Passes a histogram, which may be null. */
    Histogram histogram(Histogram value) throws IOException;

    /**
     * Passes a map.
     *
     * @param map the map, which receives the entries of the other state
     * @param key any key
     * @param value creates an empty value
     * @param keys passes the fields of a key, and returns a key with the results
     * @param values passes the fields of a value, and returns the value with the results
     */
    <K, V> void map(SortedMap<K, V> map, K key, Supplier<V> value, Transfer<K> keys, Transfer<V> values)
            throws IOException;

    /** Passes a constant of an enum. */
    default <E extends Enum<E>> E constant(E value) throws IOException {
        return Enum.valueOf(value.getDeclaringClass(), text(value.name()));
    }

    /** Passes a truth value. */
    default boolean flag(boolean value) throws IOException {
        return number(value ? 1 : 0) == 1;
    }

    /** Passes the elements of an array, whose length both states have. */
    default void numbers(long[] values) throws IOException {
        for (int i = 0; i < values.length; i++) {
            values[i] = number(values[i]);
        }
    }

    /** Passes the elements of an array, whose length both states have. */
    default void histograms(Histogram[] values) throws IOException {
        for (int i = 0; i < values.length; i++) {
            values[i] = histogram(values[i]);
        }
    }

    /** Passes the fields of an object. */
    @FunctionalInterface
    interface Transfer<T> {
        /** Passes the fields of {@code value}, and returns an object with the results, which may be the same. */
        T pass(Fields fields, T value) throws IOException;
    }
}
