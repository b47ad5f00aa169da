package org.underbase.bench.soak.localcompact;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.util.Bytes;

/** What a table must have: of each row the last two versions since it was deleted. */
final class Model {
    static final byte[] FAMILY = Bytes.toBytes("f");
    static final int VERSIONS = 2;

    private static final byte[] QUALIFIER = Bytes.toBytes("q");
    private static final int ROWS = 1500;
    private static final int DELETED_ONE_IN = 20;
    private static final int SHORTEST = 200;
    private static final int LONGEST = 700;
    private static final int MOST_DIFFERENCES = 5;

    private record Version(long time, ByteBuffer value) {}

    private final SortedMap<Integer, List<Version>> rows = new TreeMap<>();
    private long time = 1;

    /** Writes of random rows, noted as done. */
    List<Row> writes(Random random, int count) {
        List<Row> writes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int row = random.nextInt(ROWS);
            time++;
            if (random.nextInt(DELETED_ONE_IN) == 0) {
                writes.add(new Delete(Bytes.toBytes(row)).addFamily(FAMILY, time));
                rows.remove(row);
            } else {
                byte[] value = new byte[SHORTEST + random.nextInt(LONGEST - SHORTEST)];
                random.nextBytes(value);
                writes.add(new Put(Bytes.toBytes(row)).addColumn(FAMILY, QUALIFIER, time, value));
                List<Version> versions = rows.computeIfAbsent(row, key -> new ArrayList<>());
                versions.add(0, new Version(time, ByteBuffer.wrap(value)));
                if (versions.size() > VERSIONS) {
                    versions.remove(VERSIONS);
                }
            }
        }
        return writes;
    }

    int size() {
        return rows.size();
    }

    /** The first differences of what is there. */
    List<String> differences(ResultScanner found) {
        List<String> differences = new ArrayList<>();
        SortedMap<Integer, List<Version>> missing = new TreeMap<>(rows);
        for (Result result : found) {
            int row = Bytes.toInt(result.getRow());
            List<Version> wanted = missing.remove(row);
            if (wanted == null) {
                differences.add("row " + row + " is there once too often: " + result);
            } else if (!same(wanted, result.listCells())) {
                differences.add("row " + row + " is " + result + ", wanted were "
                        + wanted.stream().map(Version::time).toList());
            }
        }
        for (Map.Entry<Integer, List<Version>> row : missing.entrySet()) {
            differences.add("row " + row.getKey() + " is missing; it has "
                    + row.getValue().stream().map(Version::time).toList());
        }
        return differences.size() > MOST_DIFFERENCES ? differences.subList(0, MOST_DIFFERENCES) : differences;
    }

    private static boolean same(List<Version> wanted, List<Cell> cells) {
        return wanted.equals(cells.stream()
                .map(cell -> new Version(cell.getTimestamp(), ByteBuffer.wrap(CellUtil.cloneValue(cell))))
                .toList());
    }
}
