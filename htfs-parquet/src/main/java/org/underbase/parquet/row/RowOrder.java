package org.underbase.parquet.row;

import java.util.Comparator;

/** Orders of the table of events. Rows that are equal in it have the order of the trace. */
public enum RowOrder {
    /** By the key of the file, then by start; events on no file come first. */
    FILE(Comparator.comparingInt(EventRow::file).thenComparingLong(EventRow::start)),
    /** By start. */
    TIME(Comparator.comparingLong(EventRow::start));

    @SuppressWarnings("ImmutableEnumChecker") // comparators of primitive fields
    private final Comparator<EventRow> comparator;

    RowOrder(Comparator<EventRow> comparator) {
        this.comparator = comparator;
    }

    Comparator<EventRow> comparator() {
        return comparator;
    }
}
