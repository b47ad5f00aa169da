package org.underbase.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.underbase.htfs.format.Activity;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.SubActivity;
import org.underbase.htfs.format.TraceEvent;
import org.underbase.htfs.format.TraceReader;
import org.underbase.testbed.Await;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.Role;
import org.underbase.testbed.TableFlush;
import org.underbase.testbed.TestCluster;

/** Trace of a local compaction: reads of its merges on both nodes, and its output. */
@Tag("cluster")
class TracedCompactionTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final TableName TABLE = TableName.valueOf("traced");
    private static final byte[] FAMILY = {'f'};
    private static final int FILES = 3;
    private static final int ROWS = 300;
    private static final int VALUE = 1000;
    private static final long SEED = 14;

    /** Files of the compaction, and the server of the store. */
    private record Compacted(Set<String> inputs, FileStatus output, Daemon owner) {}

    @Test
    void localCompactionIsTracedAsCompaction() throws IOException {
        try (TestCluster cluster = TestCluster.builder()
                .nodes(2)
                .hbase(true)
                .with("localcompact", "tracer")
                .metricsPeriod(Duration.ofSeconds(1))
                .set("dfs.replication", "2")
                .set("dfs.namenode.redundancy.considerLoad", "false")
                // Only the test compacts, and no region moves.
                .hbaseSet("hbase.hstore.compactionThreshold", "100")
                .hbaseSet("hbase.balancer.period", "2000000000")
                // No server opens the inputs later.
                .hbaseSet("hbase.hfile.compaction.discharger.interval", "1000")
                .start()) {
            Compacted compacted = compact(cluster);
            Map<String, Daemon> servers = cluster.daemons(Role.REGIONSERVER).stream()
                    .collect(Collectors.toMap(
                            server -> Long.toString(server.pid().orElseThrow()), server -> server));
            assertThat(cluster.stop()).as("daemons without a complete trace").isEmpty();
            check(cluster, compacted, servers);
        }
    }

    private static Compacted compact(TestCluster cluster) throws IOException {
        Configuration conf = cluster.clientConfiguration();
        try (Connection connection = ConnectionFactory.createConnection(conf);
                Admin admin = connection.getAdmin();
                FileSystem fs = FileSystem.newInstance(conf)) {
            fill(connection, admin);
            Path family = new Path("/hbase/data/default/" + TABLE + "/"
                    + admin.getRegions(TABLE).get(0).getEncodedName() + "/" + Bytes.toString(FAMILY));
            Set<String> inputs = names(fs, family);
            assertThat(inputs).hasSize(FILES);
            String address = connection
                    .getRegionLocator(TABLE)
                    .getRegionLocation(new byte[0])
                    .getServerName()
                    .getAddress()
                    .toString();
            Daemon owner = cluster.daemons(Role.REGIONSERVER).stream()
                    .filter(server -> server.address().equals(address))
                    .findFirst()
                    .orElseThrow();
            admin.majorCompact(TABLE);
            Await.until(
                    "a compaction and the archiving of its inputs",
                    LIMIT,
                    () -> names(fs, family).toString(),
                    () -> names(fs, family).size() == 1);
            assertThat(inputs).doesNotContainAnyElementsOf(names(fs, family));
            return new Compacted(inputs, fs.listStatus(family)[0], owner);
        }
    }

    private static void fill(Connection connection, Admin admin) throws IOException {
        admin.createTable(TableDescriptorBuilder.newBuilder(TABLE)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                .build());
        Random random = new Random(SEED);
        try (Table table = connection.getTable(TABLE)) {
            for (int file = 0; file < FILES; file++) {
                List<Put> puts = new ArrayList<>();
                for (int row = 0; row < ROWS; row++) {
                    byte[] value = new byte[VALUE];
                    random.nextBytes(value);
                    puts.add(new Put(Bytes.toBytes(row)).addColumn(FAMILY, FAMILY, value));
                }
                table.put(puts);
                TableFlush.flush(admin, TABLE);
            }
        }
    }

    private static Set<String> names(FileSystem fs, Path directory) throws IOException {
        return Arrays.stream(fs.listStatus(directory))
                .map(file -> file.getPath().getName())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Checks the trace. Its servers are those with a process id as the key. */
    private static void check(TestCluster cluster, Compacted compacted, Map<String, Daemon> servers)
            throws IOException {
        Map<String, Set<String>> merged = new TreeMap<>();
        List<String> foreground = new ArrayList<>();
        List<TraceEvent> outputs = new ArrayList<>();
        try (TraceReader trace = TraceReader.open(
                cluster.clientConfiguration(),
                List.of(cluster.directory().resolve("trace").toString()))) {
            while (trace.next()) {
                TraceEvent event = trace.event();
                String name = event.path().substring(event.path().lastIndexOf('/') + 1);
                Daemon server = servers.get(event.process().replaceFirst("@.*", ""));
                if (compacted.inputs().contains(name) && server != null) {
                    if (event.call().kind() == Call.Kind.READ && event.subActivity() == SubActivity.LOCAL) {
                        assertThat(event.activity()).isEqualTo(Activity.COMPACTION);
                        merged.computeIfAbsent(server.path(), each -> new TreeSet<>())
                                .add(name);
                    }
                    // On the server of the store, a flush also opens and reads its file.
                    if (event.activity() == Activity.READ
                            && (!server.equals(compacted.owner()) || event.subActivity() == SubActivity.OPENING)) {
                        foreground.add(server + ", " + event.thread() + ": " + event.call() + " of " + event.path());
                    }
                }
                if (event.call() == Call.ACTIVITY
                        && name.equals(compacted.output().getPath().getName())) {
                    outputs.add(event.copy());
                }
            }
        }
        assertThat(foreground).as("foreground reads of the inputs").isEmpty();
        assertThat(merged).as("inputs that merges read").hasSize(2).allSatisfy((server, inputs) -> assertThat(inputs)
                .isEqualTo(compacted.inputs()));
        assertThat(outputs).singleElement().satisfies(event -> {
            assertThat(event.activity()).isEqualTo(Activity.COMPACTION);
            assertThat(event.subActivity()).isEqualTo(SubActivity.LOCAL);
            assertThat(event.result()).isEqualTo(compacted.output().getLen());
        });
    }
}
