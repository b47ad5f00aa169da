package org.underbase.localcompact.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.util.Bytes;

/** Model of a table's expected content: the last two versions of each row since its last delete. */
final class TableModel {
    static final byte[] FAMILY = Bytes.toBytes("f");
    static final int VERSIONS = 2;

    private static final byte[] QUALIFIER = Bytes.toBytes("q");
    private static final int DELETED_ONE_IN = 20;
    private static final int MAX_DIFFERENCES = 5;

    /** Version of a row, with the checksum of its value. */
    private record Version(long time, int length, long checksum) {
        static Version of(long time, byte[] value) {
            CRC32C checksum = new CRC32C();
            checksum.update(value, 0, value.length);
            return new Version(time, value.length, checksum.getValue());
        }
    }

    private final Scale scale;

    private final SortedMap<Integer, List<Version>> rows = new TreeMap<>();
    private long time = 1;

    TableModel(Scale scale) {
        this.scale = scale;
    }

    /** Creates writes of random rows and records them as executed. */
    List<Mutation> writes(Random random, int count) {
        List<Mutation> writes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int row = random.nextInt(scale.rows());
            time++;
            if (random.nextInt(DELETED_ONE_IN) == 0) {
                writes.add(new Delete(Bytes.toBytes(row)).addFamily(FAMILY, time));
                rows.remove(row);
            } else {
                byte[] value = new byte[scale.minLength() + random.nextInt(scale.maxLength() - scale.minLength())];
                random.nextBytes(value);
                writes.add(new Put(Bytes.toBytes(row)).addColumn(FAMILY, QUALIFIER, time, value));
                List<Version> versions = rows.computeIfAbsent(row, key -> new ArrayList<>());
                versions.add(0, Version.of(time, value));
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

    /** Compares the model with a scan and describes the first differences. */
    List<String> differences(ResultScanner found) {
        List<String> differences = new ArrayList<>();
        SortedMap<Integer, List<Version>> missing = new TreeMap<>(rows);
        for (Result result : found) {
            int row = Bytes.toInt(result.getRow());
            List<Version> expected = missing.remove(row);
            if (expected == null) {
                differences.add("unexpected row " + row + ": " + result);
            } else if (!same(expected, result.listCells())) {
                differences.add("wrong row " + row + ": " + result + ", expected versions "
                        + expected.stream().map(Version::time).toList());
            }
        }
        for (Map.Entry<Integer, List<Version>> row : missing.entrySet()) {
            differences.add("missing row " + row.getKey() + ", expected versions "
                    + row.getValue().stream().map(Version::time).toList());
        }
        return differences.size() > MAX_DIFFERENCES ? differences.subList(0, MAX_DIFFERENCES) : differences;
    }

    private static boolean same(List<Version> expected, List<Cell> cells) {
        return expected.equals(cells.stream()
                .map(cell -> Version.of(cell.getTimestamp(), CellUtil.cloneValue(cell)))
                .toList());
    }
}
