package org.underbase.parquet.table;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;

/**
 * Column of a table.
 *
 * @param type name and type
 * @param has whether a row has a value
 * @param value writer of the value of a row
 * @param repeats whether many rows have equal values
 * @param <T> rows
 */
public record Column<T>(Type type, Predicate<T> has, Value<T> value, boolean repeats) {
    /** Number of texts of a column whose encoded form is kept. */
    private static final int KNOWN = 10_000;

    /** Writer of the value of a row. */
    @FunctionalInterface
    public interface Value<T> {
        void write(T row, RecordConsumer out);
    }

    /** Creates a column of integers. */
    public static <T> Column<T> number(String name, ToLongFunction<T> number) {
        return new Column<>(
                Types.required(PrimitiveTypeName.INT64).named(name),
                row -> true,
                (row, out) -> out.addLong(number.applyAsLong(row)),
                true);
    }

    /** Creates a column of times in nanoseconds. */
    public static <T> Column<T> nanos(String name, ToLongFunction<T> nanos) {
        Column<T> column = number(name, nanos);
        return new Column<>(column.type, column.has, column.value, false);
    }

    /** Creates a column of integers; a negative one is null. */
    public static <T> Column<T> natural(String name, ToLongFunction<T> number) {
        return new Column<>(
                Types.optional(PrimitiveTypeName.INT64).named(name),
                row -> number.applyAsLong(row) >= 0,
                (row, out) -> out.addLong(number.applyAsLong(row)),
                true);
    }

    /** Creates a column of texts; an empty one is null. */
    public static <T> Column<T> text(String name, Function<T, String> text) {
        Map<String, Binary> known = new HashMap<>();
        return new Column<>(
                Types.optional(PrimitiveTypeName.BINARY)
                        .as(LogicalTypeAnnotation.stringType())
                        .named(name),
                row -> !text.apply(row).isEmpty(),
                (row, out) -> {
                    if (known.size() >= KNOWN) {
                        known.clear();
                    }
                    out.addBinary(known.computeIfAbsent(text.apply(row), Binary::fromString));
                },
                true);
    }

    /** Creates a column of numbers. */
    public static <T> Column<T> real(String name, ToDoubleFunction<T> number) {
        return new Column<>(
                Types.required(PrimitiveTypeName.DOUBLE).named(name),
                row -> true,
                (row, out) -> out.addDouble(number.applyAsDouble(row)),
                true);
    }

    /** Creates a column of truth values. */
    public static <T> Column<T> flag(String name, Predicate<T> flag) {
        return new Column<>(
                Types.required(PrimitiveTypeName.BOOLEAN).named(name),
                row -> true,
                (row, out) -> out.addBoolean(flag.test(row)),
                true);
    }

    String name() {
        return type.getName();
    }
}
