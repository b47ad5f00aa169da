package org.underbase.workload.messages.mailbox;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Cells of one row as returned by a get or a scan, in HBase's order. */
public final class Row {
    private final Map<Family, List<Cell>> cells = new EnumMap<>(Family.class);

    /** Adds a cell. Within a family, callers add cells in ascending order of qualifiers. */
    public void add(Cell cell) {
        cells.computeIfAbsent(cell.column().family(), family -> new ArrayList<>())
                .add(cell);
    }

    public List<Cell> cells(Family family) {
        return cells.getOrDefault(family, List.of());
    }

    public boolean isEmpty() {
        return cells.isEmpty();
    }

    public Optional<byte[]> value(Column column) {
        List<Cell> sorted = cells(column.family());
        int low = 0;
        int high = sorted.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            Cell cell = sorted.get(middle);
            int order = Arrays.compareUnsigned(cell.column().qualifier(), column.qualifier());
            if (order == 0) {
                return Optional.of(cell.value());
            } else if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return Optional.empty();
    }
}
