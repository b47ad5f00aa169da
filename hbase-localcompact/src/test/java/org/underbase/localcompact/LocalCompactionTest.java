package org.underbase.localcompact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.underbase.localcompact.proto.LocalCompactProtos.StepRequestProto;
import org.underbase.localcompact.proto.LocalCompactProtos.TicketProto;
import org.underbase.localcompact.rpc.RemoteWorker;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.Role;

/** Tables of a cluster of four real nodes, each with a DataNode and a RegionServer of its own. */
@Tag("cluster")
class LocalCompactionTest {
    private static final int ROWS = 3_000;

    @TempDir
    static Path settings;

    private static TableCluster tables;

    @BeforeAll
    static void start() throws IOException {
        tables = new TableCluster(TableCluster.describe(4, settings)
                // A DataNode takes a replica from nobody without a token of the NameNode.
                .set("dfs.block.access.token.enable", "true")
                // Nor what is not encrypted.
                .set("dfs.encrypt.data.transfer", "true"));
    }

    @AfterAll
    static void stop() throws IOException {
        tables.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"DEFAULT", "FILE"})
    void aMajorCompactionIsDoneByTheNodesOfItsReplicas(String tracker) throws Exception {
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
        assertThat(tables.major(table)).singleElement().asString().contains(TableCluster.LOCALLY);
        // Hadoop's metrics are some seconds old.
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(tables.metric("Local")).isEqualTo(before + 1));

        // What HBase tells of compactions it tells of this one as well.
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(cells()).isGreaterThanOrEqualTo(cells + ROWS));

        tables.checkRows(table);
        assertThat(tables.files(table).get(0).getBlockLocations())
                .allSatisfy(block -> assertThat(block.getHosts()).hasSize(3));
        assertThat(tables.files(table).get(0).getPath().getName()).matches("[0-9a-f]{32}");
    }

    @Test
    void aTableWithASettingThatMakesNoSenseOpensAndCompactsAsEver() throws Exception {
        TableName table = TableName.valueOf("misspelt");
        // It is not pinned, which others wait for.
        tables.admin()
                .createTable(TableDescriptorBuilder.newBuilder(table)
                        .setColumnFamily(ColumnFamilyDescriptorBuilder.of(TableCluster.FAMILY))
                        .setValue("underbase.localcompact.pin", "perhaps")
                        .setValue("underbase.localcompact.patience", "-5")
                        .build());
        tables.write(table, ROWS);
        tables.write(table, ROWS);
        assertThat(tables.major(table))
                .singleElement()
                .asString()
                .contains("INELIGIBLE")
                .contains(
                        "underbase.localcompact.patience is '-5': it should be a duration such as 30s, from 1s to 1d");
        tables.checkRows(table);
    }

    @Test
    void aTicketOfAStrangerIsRefused() throws Exception {
        User stranger = User.create(UserGroupInformation.createRemoteUser("stranger"));
        ServerName server = tables.admin().getRegionServers().iterator().next();
        TicketProto ticket = TicketProto.newBuilder()
                .setId("strange")
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
        StepRequestProto step = StepRequestProto.newBuilder().setId("strange").build();
        try (Connection theirs =
                ConnectionFactory.createConnection(tables.nodes().clientConfiguration(), null, stranger)) {
            RemoteWorker worker = new RemoteWorker(theirs, server);
            assertThatThrownBy(() -> worker.start(ticket))
                    .isInstanceOf(AccessDeniedException.class)
                    .hasMessageContaining("only RegionServers may ask for a merge, not stranger");
            assertThatThrownBy(() -> worker.step(step)).isInstanceOf(AccessDeniedException.class);
        }
        // The same of a superuser is looked at, and makes no sense.
        RemoteWorker ours = new RemoteWorker(tables.admin().getConnection(), server);
        assertThat(ours.start(ticket)).isNotEmpty();
        assertThat(ours.step(step).getFailure()).contains("there is no merge strange");
    }

    /** Those of all major compactions, of all servers. */
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
