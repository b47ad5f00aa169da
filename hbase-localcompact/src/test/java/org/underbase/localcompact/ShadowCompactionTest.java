package org.underbase.localcompact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.underbase.localcompact.conf.LocalCompactKeys;
import org.underbase.localcompact.worker.FaultPoint;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.Role;

/** Test of local compactions that are also done by stock compaction, on real nodes. */
@Tag("cluster")
class ShadowCompactionTest {
    private static final int ROWS = 1_500;
    private static final int FILES = 3;

    private static TableCluster tables;

    @BeforeAll
    static void start() throws IOException {
        tables = SharedTables.start();
    }

    @AfterEach
    void stopSampling() throws IOException {
        sample("0");
    }

    private static void sample(String every) throws IOException {
        for (Daemon each : tables.nodes().daemons(Role.REGIONSERVER)) {
            each.set(LocalCompactKeys.SHADOW_EVERY.name(), every);
        }
        tables.admin().updateConfiguration();
    }

    private static TableName filled(String name) throws IOException {
        TableName table = tables.create(TableDescriptorBuilder.newBuilder(TableName.valueOf(name))
                .setColumnFamily(ColumnFamilyDescriptorBuilder.newBuilder(TableCluster.FAMILY)
                        .setCompressionType(Compression.Algorithm.GZ)
                        .build())
                // Only the administrator selects the sampled compactions.
                .setValue(LocalCompactKeys.SHADOW_EVERY.name(), "1"));
        for (int file = 0; file < FILES; file++) {
            tables.write(table, ROWS);
        }
        return table;
    }

    @Test
    void equalOutputIsPublishedOnce() throws Exception {
        TableName table = filled("shadow-equal");
        long before = tables.metric("ShadowEqual");
        assertThat(tables.major(table)).singleElement().asString().contains(TableCluster.LOCALLY);
        assertThat(tables.logged(table, "Shadow merge of "))
                .as("value of the table")
                .isEmpty();
        sample("1");
        tables.write(table, ROWS);
        assertThat(tables.major(table)).singleElement().asString().contains(TableCluster.LOCALLY);
        await().atMost(TableCluster.LIMIT)
                .untilAsserted(() -> assertThat(tables.metric("ShadowEqual")).isEqualTo(before + 1));
        Path published = tables.files(table).get(0).getPath();
        assertThat(tables.logged(table, "equals local output " + published.getName()))
                .hasSize(1);
        await().atMost(TableCluster.LIMIT).untilAsserted(() -> assertThat(tables.temporary(tables.region(table)))
                .isEmpty());
        tables.checkRows(table);
    }

    /** The test changes a byte of the local output before the comparison. */
    @Test
    void stockOutputReplacesDifferentOutputAndServerCompactsStock() throws Exception {
        TableName table = filled("shadow-different");
        RegionInfo region = tables.region(table);
        Daemon server = tables.regionServer(tables.owner(region));
        sample("1");
        try {
            HoldingFaultInjector.hold(SharedTables.faults(), FaultPoint.COMPLETE);
            try {
                tables.admin().majorCompact(table);
                await().atMost(TableCluster.LIMIT)
                        .until(() -> HoldingFaultInjector.isHeld(SharedTables.faults(), FaultPoint.COMPLETE));
                changeByte(tables.temporary(region).get(0));
            } finally {
                HoldingFaultInjector.release(SharedTables.faults(), FaultPoint.COMPLETE);
            }
            tables.awaitOneFile(table);
            assertThat(tables.logged(table, "Shadow merge of "))
                    .singleElement()
                    .asString()
                    .contains("ERROR", "byte 1000 differs", "Publishing the stock output");
            await().atMost(TableCluster.LIMIT)
                    .untilAsserted(() -> assertThat(tables.temporary(region)).isEmpty());
            tables.checkRows(table);

            StatusRun status = StatusRun.of(tables.nodes());
            assertThat(status.exitCode()).isEqualTo(3);
            assertThat(status.out())
                    .contains("starts no local compaction: a local compaction differed from a stock one");
            tables.write(table, ROWS);
            assertThat(tables.major(table)).singleElement().asString().contains("(DISABLED)", "byte 1000 differs");
            tables.checkRows(table);
        } finally {
            server.stop();
            server.start();
            tables.nodes().awaitHBase();
        }
    }

    private static void changeByte(Path file) throws IOException {
        byte[] bytes;
        try (InputStream in = tables.fs().open(file)) {
            bytes = in.readAllBytes();
        }
        bytes[1000] ^= 1;
        try (OutputStream out = tables.fs().create(file, true)) {
            out.write(bytes);
        }
    }
}
