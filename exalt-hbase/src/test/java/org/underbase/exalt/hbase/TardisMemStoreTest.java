package org.underbase.exalt.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.underbase.exalt.tardis.Form;
import org.underbase.exalt.tardis.Tardis;
import org.underbase.testbed.mini.MiniHBase;

/** Tests of the memstore in a running RegionServer. */
@Tag("cluster")
@Timeout(300)
class TardisMemStoreTest {
    private static final TableName NAME = TableName.valueOf("t");
    private static final byte[] FAMILY = Bytes.toBytes("f");
    private static final byte[] DATA = Bytes.toBytes("data");
    private static final byte[] OTHER = Bytes.toBytes("other");
    private static final int VALUE = 1 << 20;
    private static final int ROWS = 200;

    private static MiniHBase hbase;

    @BeforeAll
    static void start() throws IOException {
        hbase = MiniHBase.builder()
                .set("hbase.regionserver.memstore.class", TardisMemStore.class.getName())
                .start();
    }

    @AfterAll
    static void stop() throws IOException {
        hbase.close();
    }

    private static byte[] row(int number) {
        return Bytes.toBytes(String.format("row%06d", number));
    }

    private static byte[] data(int row) {
        byte[] data = new byte[VALUE];
        Tardis.fill(Form.DATA, 1L << 40, (long) row * VALUE, data);
        return data;
    }

    private static byte[] other(int row) {
        byte[] other = new byte[100];
        new Random(row).nextBytes(other);
        return other;
    }

    private static void assertRows(Table table) throws IOException {
        int row = 0;
        try (ResultScanner all = table.getScanner(new Scan().setCaching(10))) {
            for (Result each : all) {
                if (row % 50 == 49) {
                    row++;
                }
                assertThat(each.getRow()).isEqualTo(row(row));
                assertThat(each.getValue(FAMILY, DATA)).isEqualTo(data(row));
                assertThat(each.getValue(FAMILY, OTHER)).isEqualTo(other(row));
                row++;
            }
        }
        assertThat(row).isEqualTo(ROWS - 1);
    }

    @Test
    void memstoreTakesLittleHeapAndItsRowsAreReadBeforeAndAfterAFlush() throws IOException {
        hbase.utility()
                .getAdmin()
                .createTable(TableDescriptorBuilder.newBuilder(NAME)
                        .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                        .setMemStoreFlushSize(4L << 30)
                        .build());
        try (Table table = hbase.connection().getTable(NAME)) {
            for (int row = 0; row < ROWS; row++) {
                table.put(new Put(row(row)).addColumn(FAMILY, DATA, data(row)).addColumn(FAMILY, OTHER, other(row)));
            }
            List<Delete> deletes = new ArrayList<>();
            for (int row = 49; row < ROWS; row += 50) {
                deletes.add(new Delete(row(row)));
            }
            table.delete(deletes);
            HRegion region =
                    hbase.utility().getMiniHBaseCluster().getRegions(NAME).get(0);
            assertThat(region.getMemStoreDataSize()).isGreaterThan((long) ROWS * VALUE);
            assertThat(region.getMemStoreHeapSize()).isLessThan(ROWS * 2_000L);
            assertRows(table);

            byte[] counter = Bytes.toBytes("counter");
            table.increment(new Increment(row(ROWS)).addColumn(FAMILY, counter, 3));
            table.increment(new Increment(row(ROWS)).addColumn(FAMILY, counter, 4));
            table.append(new Append(row(ROWS)).addColumn(FAMILY, DATA, data(1)));
            table.append(new Append(row(ROWS)).addColumn(FAMILY, DATA, other(1)));
            Result changed = table.get(new Get(row(ROWS)));
            assertThat(Bytes.toLong(changed.getValue(FAMILY, counter))).isEqualTo(7);
            assertThat(changed.getValue(FAMILY, DATA)).isEqualTo(Bytes.add(data(1), other(1)));
            table.delete(new Delete(row(ROWS)));

            hbase.utility().flush(NAME);
            assertThat(region.getMemStoreDataSize()).isZero();
            assertRows(table);
        }
    }
}
