package org.underbase.workload.messages;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.filter.ColumnPrefixFilter;
import org.apache.hadoop.hbase.filter.ColumnRangeFilter;
import org.underbase.workload.messages.mailbox.Cell;
import org.underbase.workload.messages.mailbox.Column;
import org.underbase.workload.messages.mailbox.Family;
import org.underbase.workload.messages.mailbox.Row;
import org.underbase.workload.messages.mailbox.Selection;

/** Conversion of operations to HBase requests and of HBase results to rows. */
final class Requests {
    private static final Map<String, Family> FAMILIES = new HashMap<>();

    static {
        for (Family family : Family.values()) {
            FAMILIES.put(family.title(), family);
        }
    }

    private Requests() {}

    static Get get(int user, Selection selection) throws IOException {
        Get get = new Get(RowKeys.of(user));
        if (selection instanceof Selection.Whole whole) {
            get.addFamily(whole.family().bytes());
        } else if (selection instanceof Selection.Columns columns) {
            for (Column column : columns.columns()) {
                get.addColumn(column.family().bytes(), column.qualifier());
            }
        } else if (selection instanceof Selection.Prefix prefix) {
            prefix.prefixes().forEach(column -> get.addFamily(column.family().bytes()));
            get.setFilter(new ColumnPrefixFilter(prefix.prefixes().get(0).qualifier()));
            limit(get, prefix.limit());
        } else if (selection instanceof Selection.Range range) {
            get.addFamily(range.first().family().bytes());
            get.setFilter(new ColumnRangeFilter(
                    range.first().qualifier(), true, range.last().qualifier(), true));
            limit(get, range.limit());
        }
        return get;
    }

    private static void limit(Get get, int limit) {
        if (limit < Integer.MAX_VALUE) {
            get.setMaxResultsPerColumnFamily(limit);
        }
    }

    static Put put(int user, List<Cell> cells, long timestamp) {
        Put put = new Put(RowKeys.of(user));
        for (Cell cell : cells) {
            Column column = cell.column();
            put.addColumn(column.family().bytes(), column.qualifier(), timestamp, cell.value());
        }
        return put;
    }

    static Delete delete(int user, List<Column> columns, long timestamp) {
        Delete delete = new Delete(RowKeys.of(user));
        for (Column column : columns) {
            delete.addColumns(column.family().bytes(), column.qualifier(), timestamp);
        }
        return delete;
    }

    static Row row(Result result) {
        Row row = new Row();
        if (!result.isEmpty()) {
            for (org.apache.hadoop.hbase.Cell cell : result.rawCells()) {
                Family family = FAMILIES.get(new String(CellUtil.cloneFamily(cell), StandardCharsets.US_ASCII));
                if (family == null) {
                    throw new IllegalArgumentException("family of another workload: " + cell);
                }
                row.add(new Cell(new Column(family, CellUtil.cloneQualifier(cell)), CellUtil.cloneValue(cell)));
            }
        }
        return row;
    }

    /** Returns the size of a put's or a result's cells in an uncompressed WAL, in bytes. */
    static long size(Put put) {
        long size = 0;
        for (List<org.apache.hadoop.hbase.Cell> cells : put.getFamilyCellMap().values()) {
            for (org.apache.hadoop.hbase.Cell cell : cells) {
                size += cell.getSerializedSize();
            }
        }
        return size;
    }

    static long size(Result result) {
        long size = 0;
        if (!result.isEmpty()) {
            for (org.apache.hadoop.hbase.Cell cell : result.rawCells()) {
                size += cell.getSerializedSize();
            }
        }
        return size;
    }
}
