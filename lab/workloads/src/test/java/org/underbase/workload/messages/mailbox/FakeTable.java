package org.underbase.workload.messages.mailbox;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Model of HBase in memory: the latest version of each column, sorted. */
final class FakeTable {
    private final Map<Integer, Map<Family, NavigableMap<byte[], byte[]>>> rows = new HashMap<>();

    void put(int user, List<Cell> cells) {
        for (Cell cell : cells) {
            family(user, cell.column().family()).put(cell.column().qualifier(), cell.value());
        }
    }

    void delete(int user, List<Column> columns) {
        for (Column column : columns) {
            family(user, column.family()).remove(column.qualifier());
        }
    }

    Row get(int user, Selection selection) {
        Row row = new Row();
        if (selection instanceof Selection.Whole whole) {
            add(row, user, whole.family(), Integer.MAX_VALUE, qualifier -> true);
        } else if (selection instanceof Selection.Columns columns) {
            for (Family family : Family.values()) {
                add(row, user, family, Integer.MAX_VALUE, q -> columns.columns().contains(new Column(family, q)));
            }
        } else if (selection instanceof Selection.Prefix prefix) {
            for (Column start : prefix.prefixes()) {
                byte[] begin = start.qualifier();
                add(
                        row,
                        user,
                        start.family(),
                        prefix.limit(),
                        q -> q.length >= begin.length && Arrays.equals(q, 0, begin.length, begin, 0, begin.length));
            }
        } else if (selection instanceof Selection.Range range) {
            add(
                    row,
                    user,
                    range.first().family(),
                    range.limit(),
                    q -> Arrays.compareUnsigned(q, range.first().qualifier()) >= 0
                            && Arrays.compareUnsigned(q, range.last().qualifier()) <= 0);
        }
        return row;
    }

    /** Returns all cells of a row. */
    Row row(int user) {
        Row row = new Row();
        for (Family family : Family.values()) {
            add(row, user, family, Integer.MAX_VALUE, qualifier -> true);
        }
        return row;
    }

    NavigableMap<byte[], byte[]> family(int user, Family family) {
        return rows.computeIfAbsent(user, u -> new EnumMap<>(Family.class))
                .computeIfAbsent(family, f -> new TreeMap<>(Arrays::compareUnsigned));
    }

    private void add(Row row, int user, Family family, int limit, Wanted wanted) {
        int[] left = {limit};
        family(user, family).forEach((qualifier, value) -> {
            if (left[0] > 0 && wanted.matches(qualifier)) {
                left[0]--;
                row.add(new Cell(new Column(family, qualifier), value));
            }
        });
    }

    private interface Wanted {
        boolean matches(byte[] qualifier);
    }
}
