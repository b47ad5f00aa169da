package org.underbase.localcompact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.Set;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.underbase.localcompact.conf.LocalCompactKeys;
import org.underbase.testbed.Daemon;

/** Test of a RegionServer without the merge service. */
@Tag("cluster")
class MissingServiceTest {
    private static final int ROWS = 2_000;

    private static TableCluster tables;

    private Daemon without;

    @BeforeAll
    static void start() throws IOException {
        tables = SharedTables.start();
    }

    private static void write(TableName table, int files) throws IOException {
        for (int file = 0; file < files; file++) {
            tables.write(table, ROWS);
        }
    }

    @Test
    void serverWithoutServiceIsSkippedAfterFirstRejection() throws Exception {
        // A node without inputs reads all of them, so that little is saved: any saving of network bytes is to suffice.
        TableName table = tables.create(TableDescriptorBuilder.newBuilder(TableName.valueOf("served"))
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(TableCluster.FAMILY))
                .setValue(LocalCompactKeys.COST_DISK.name(), "0")
                .setValue(LocalCompactKeys.COST_CPU.name(), "0")
                .setValue(LocalCompactKeys.COST_RACK.name(), "1")
                .setValue(LocalCompactKeys.COST_MIN_SAVING.name(), "0"));
        write(table, 3);
        RegionInfo region = tables.region(table);
        ServerName own = tables.owner(region);
        Set<String> home = tables.home(region);
        without = tables.regionServer(tables.admin().getRegionServers().stream()
                .filter(each -> !each.equals(own) && home.contains(TableCluster.host(each)))
                .findFirst()
                .orElseThrow());
        restart(without, "");
        // RegionServers cache the list of live servers.
        await().atMost(TableCluster.LIMIT).untilAsserted(() -> {
            write(table, 1);
            assertThat(tables.major(table))
                    .singleElement()
                    .asString()
                    .contains("(REJECTED)", "add LocalCompactService");
        });
        StatusRun status = StatusRun.of(tables.nodes());
        assertThat(status.exitCode()).isEqualTo(3);
        assertThat(status.out())
                .contains("no service", "problem: ", "add org.underbase.localcompact.LocalCompactService");
        write(table, 1);
        assertThat(tables.major(table)).singleElement().asString().contains(TableCluster.LOCALLY);
        assertThat(tables.home(region)).contains(TableCluster.host(own));
        tables.checkRows(table);
    }

    @AfterEach
    void restore() throws IOException {
        restart(without, LocalCompactService.class.getName());
    }

    private static void restart(Daemon server, String services) throws IOException {
        server.stop();
        server.set("hbase.coprocessor.regionserver.classes", services);
        server.start();
        tables.nodes().awaitHBase();
    }
}
