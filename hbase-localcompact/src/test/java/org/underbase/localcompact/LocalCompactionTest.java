package org.underbase.localcompact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.underbase.localcompact.proto.LocalCompactProtos.StepRequestProto;
import org.underbase.localcompact.proto.LocalCompactProtos.TicketProto;
import org.underbase.localcompact.rpc.RemoteWorker;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.Role;

/** Test of major compactions, invalid settings and merge requests of unauthorized users on real nodes. */
@Tag("cluster")
class LocalCompactionTest {
    private static final int ROWS = 3_000;

    private static TableCluster tables;

    @BeforeAll
    static void start() throws IOException {
        tables = SharedTables.start();
    }

    @ParameterizedTest
    @ValueSource(strings = {"DEFAULT", "FILE"})
    void majorCompactionRunsOnNodesOfReplicas(String tracker) throws Exception {
        TableName table = tables.create(TableDescriptorBuilder.newBuilder(TableName.valueOf("major-" + tracker))
                .setColumnFamily(ColumnFamilyDescriptorBuilder.newBuilder(TableCluster.FAMILY)
                        .setMaxVersions(2)
                        .build())
                .setValue("hbase.store.file-tracker.impl", tracker));
        for (int file = 0; file < 4; file++) {
            tables.write(table, ROWS);
        }
        long before = tables.metric("Local");
        long cells = cells();
        assertThat(tables.major(table))
                .singleElement()
                .asString()
                .contains(TableCluster.LOCALLY)
                .containsPattern("in \\d+ ms: start \\d+ ms, allocate \\d+ ms, merge \\d+ ms, finalize \\d+ ms,"
                        + " complete \\d+ ms");
        // A merge ends after the compaction.
        await().atMost(TableCluster.LIMIT).untilAsserted(() -> assertThat(tables.logged("Finished merge "))
                .hasSizeGreaterThanOrEqualTo(3)
                .allSatisfy(line -> assertThat(line)
                        .containsPattern(
                                ": merged in \\d+ ms: merge \\d+ ms, limit \\d+ ms, buffer \\d+ ms; replica: digest \\d+ ms,"
                                        + " write \\d+ ms, finalize \\d+ ms, others \\d+ ms")));
        // Hadoop's metrics are refreshed periodically: the first value may lack earlier compactions.
        await().atMost(TableCluster.LIMIT)
                .untilAsserted(() -> assertThat(tables.metric("Local")).isGreaterThan(before));

        // Other parts of the product learn of each local compaction, at the latest when its metric is visible.
        JsonNode activity =
                activity(tables.files(table).get(0).getPath().toUri().getPath());
        assertThat(activity.path("Succeeded").asLong()).isPositive();
        assertThat(activity.path("Last").asText()).contains("sources=4").contains("replication=3");

        // HBase's own metrics include local compactions.
        await().atMost(TableCluster.LIMIT)
                .untilAsserted(() -> assertThat(cells()).isGreaterThanOrEqualTo(cells + ROWS));

        tables.checkRows(table);
        assertThat(tables.home(tables.region(table))).hasSize(3);
        assertThat(tables.files(table).get(0).getPath().getName()).matches("[0-9a-f]{32}");
    }

    @Test
    void storeWhoseMergesFailBacksOff() throws Exception {
        TableName table = tables.create("backoff");
        tables.write(table, ROWS);
        tables.write(table, ROWS);
        // All replicas of a store file are corrupt: no node is at fault.
        Path file = tables.files(table).get(0).getPath();
        byte[] bytes = new byte[(int) tables.fs().getFileStatus(file).getLen()];
        try (FSDataInputStream in = tables.fs().open(file)) {
            in.readFully(bytes);
        }
        Arrays.fill(bytes, bytes.length / 4, bytes.length / 2, (byte) 0);
        try (FSDataOutputStream out = tables.fs().create(file, true)) {
            out.write(bytes);
        }
        // HBase ignores a request while a compaction of the store runs.
        await().atMost(TableCluster.LIMIT).until(() -> {
            tables.admin().majorCompact(table);
            return !tables.logged(table, "No local compactions of ").isEmpty();
        });
        assertThat(tables.logged(table, "(FAILED)")).hasSizeGreaterThanOrEqualTo(2);
        assertThat(tables.logged(table, "No local compactions of "))
                .first()
                .asString()
                .contains(" for 1 s: 2 failed in succession");
        tables.admin().disableTable(table);
    }

    /** The checksum of the classes is read at start, before a jar can be replaced. */
    @Test
    void serversLogTheirBuildAtStart() {
        assertThat(tables.logged("Local compaction, build "))
                .hasSizeGreaterThanOrEqualTo(3)
                .allSatisfy(line -> assertThat(line).containsPattern("build [0-9a-f]{1,8}, is available"));
    }

    @Test
    void tableWithInvalidSettingOpensAndFallsBack() throws Exception {
        TableName table = TableName.valueOf("invalid-setting");
        // Not with TableCluster.create, which waits for favored nodes: an invalid setting disables them.
        tables.admin()
                .createTable(TableDescriptorBuilder.newBuilder(table)
                        .setColumnFamily(ColumnFamilyDescriptorBuilder.of(TableCluster.FAMILY))
                        .setValue("underbase.localcompact.favored-nodes.enabled", "perhaps")
                        .setValue("underbase.localcompact.slot.wait", "-5")
                        .build());
        tables.write(table, ROWS);
        tables.write(table, ROWS);
        assertThat(tables.major(table))
                .singleElement()
                .asString()
                .contains("INELIGIBLE")
                .contains(
                        "invalid value '-5' of underbase.localcompact.slot.wait: must be a duration such as 30s, from 0ms to"
                                + " 86400000ms");
        tables.checkRows(table);
    }

    @Test
    void ticketOfUnauthorizedUserIsRejected() throws Exception {
        User intruder = User.create(UserGroupInformation.createRemoteUser("intruder"));
        ServerName server = tables.admin().getRegionServers().iterator().next();
        TicketProto ticket = TicketProto.newBuilder()
                .setId("unauthorized")
                .setTable(ByteString.EMPTY)
                .setRegion(ByteString.EMPTY)
                .setFamily(ByteString.EMPTY)
                .setNow(1)
                .setReadPoint(1)
                .setMajor(true)
                .setAllFiles(true)
                .setFingerprint("")
                .setClientName("")
                .setBlockSize(1)
                .setDataNode("")
                .build();
        StepRequestProto step =
                StepRequestProto.newBuilder().setId("unauthorized").build();
        try (Connection unauthorized =
                ConnectionFactory.createConnection(tables.nodes().clientConfiguration(), null, intruder)) {
            RemoteWorker rejected = new RemoteWorker(unauthorized, server);
            assertThatThrownBy(() -> rejected.start(ticket))
                    .isInstanceOf(AccessDeniedException.class)
                    .hasMessageContaining("merge and status requests require an HBase superuser, not intruder");
            assertThatThrownBy(() -> rejected.step(step)).isInstanceOf(AccessDeniedException.class);
        }
        // A superuser's ticket is parsed, and rejected as invalid.
        RemoteWorker worker = new RemoteWorker(tables.admin().getConnection(), server);
        assertThat(worker.start(ticket).getRejection()).isNotEmpty();
        assertThat(worker.step(step).getFailure()).contains("unknown merge unauthorized");
    }

    /** Returns the observer of the server whose last activity has a file as its output. */
    private static JsonNode activity(String output) throws IOException {
        for (Daemon each : tables.nodes().daemons(Role.REGIONSERVER)) {
            JsonNode observer = each.jmx(CountingActivityObserver.BEAN).path(0);
            if (observer.path("Last").asText().contains(output.substring(output.lastIndexOf('/')))) {
                return observer;
            }
        }
        throw new AssertionError("no server reported the local compaction into " + output);
    }

    /** Sums up the cells of major compactions over all servers. */
    private static long cells() throws IOException {
        long sum = 0;
        for (Daemon each : tables.nodes().daemons(Role.REGIONSERVER)) {
            sum += each.bean("Hadoop:service=HBase,name=RegionServer,sub=Server", "majorCompactedCellsCount")
                    .path("majorCompactedCellsCount")
                    .asLong();
        }
        return sum;
    }
}
