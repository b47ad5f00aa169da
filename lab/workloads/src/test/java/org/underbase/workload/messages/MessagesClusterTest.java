package org.underbase.workload.messages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.MiniHBaseCluster;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.testbed.mini.MiniHBase;
import org.underbase.workload.cli.WorkloadCommand;
import org.underbase.workload.drive.Measurement;
import org.underbase.workload.drive.Progress;
import org.underbase.workload.messages.mailbox.Family;
import org.underbase.workload.messages.mailbox.RowAudit;
import picocli.CommandLine;

/** Workload on a real HBase in one process; the last test kills its RegionServer. */
@Tag("cluster")
@Timeout(300)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class MessagesClusterTest {
    private static final TableName TABLE = TableName.valueOf("messages");
    private static final int USERS = 60;
    private static final int OPERATIONS = 300;

    @TempDir
    static Path directory;

    private static MiniHBase hbase;
    private static Connection connection;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeAll
    static void start() throws Exception {
        // Short pauses between retries: the clients wait for the restart of the RegionServer.
        hbase = MiniHBase.builder()
                .set("hbase.client.pause", "50")
                .set("hbase.regionserver.handler.count", "8")
                .start();
        connection = hbase.connection();
        try (OutputStream site = Files.newOutputStream(directory.resolve("hbase-site.xml"))) {
            hbase.configuration().writeXml(site);
        }
    }

    @AfterAll
    static void stop() throws Exception {
        if (hbase != null) {
            hbase.close();
        }
    }

    private static MessagesWorkloadBuilder workload() {
        return MessagesWorkload.builder()
                .users(USERS)
                .messagesPerUser(12)
                .seed(7)
                .regions(3)
                .threads(4)
                .operationTimeout(Duration.ofSeconds(60))
                .reportEvery(Duration.ofMillis(200));
    }

    @Test
    @Order(1)
    void theCommandLineLoadsTheTable() throws Exception {
        int exit = workload(
                "messages",
                "load",
                "--users",
                "60",
                "--messages-per-user",
                "12",
                "--seed",
                "7",
                "--regions",
                "3",
                "--threads",
                "4",
                "--flush-size",
                "2m",
                "--compaction-min-files",
                "3",
                "--flush",
                "--json");
        assertThat(exit).as(err.toString()).isZero();
        JsonNode json = new ObjectMapper().readTree(out.toString());
        assertThat(json.get("operations").asInt()).isEqualTo(USERS);
        assertThat(json.get("end").asText()).isEqualTo("completed");

        try (Admin admin = connection.getAdmin()) {
            TableDescriptor table = admin.getDescriptor(TABLE);
            assertThat(table.getColumnFamilyCount()).isEqualTo(8);
            for (Family family : Family.values()) {
                assertThat(table.getColumnFamily(family.bytes()).getCompressionType())
                        .isEqualTo(Compression.Algorithm.GZ);
            }
            assertThat(table.getMemStoreFlushSize()).isEqualTo(2 << 20);
            assertThat(table.getValue("hbase.hstore.compaction.min")).isEqualTo("3");
            assertThat(admin.getRegions(TABLE)).hasSize(3);
        }
        assertThat(workload().build().verify(connection, Progress.none()).good())
                .isTrue();
    }

    @Test
    @Order(2)
    void everyResponseIsCorrectFromMemoryFilesAndAfterACompaction() throws Exception {
        MessagesWorkload workload =
                workload().operations(OPERATIONS).verify(true).build();
        List<Progress.Report> reports = new ArrayList<>();
        RunResult fromMemory = workload.run(connection, reports::add);
        assertCorrect(fromMemory);
        assertThat(fromMemory.mailboxesRecovered()).isZero();
        assertThat(reports).isNotEmpty();
        assertVerified(workload.verify(connection, Progress.none()));

        hbase.utility().flush(TABLE);
        // A second run reads the mailboxes that the first changed from HBase.
        RunResult fromFiles = workload.run(connection, Progress.none());
        assertCorrect(fromFiles);
        assertThat(fromFiles.mailboxesRecovered()).isPositive();

        hbase.utility().flush(TABLE);
        hbase.utility().compact(TABLE, true);
        assertVerified(workload.verify(connection, Progress.none()));
        assertCorrect(workload.run(connection, Progress.none()));
    }

    private static void assertCorrect(RunResult result) {
        assertThat(result.measurement().failure()).isEmpty();
        assertThat(result.checks().examples()).isEmpty();
        assertThat(result.good()).isTrue();
        assertThat(result.measurement().operations()).isEqualTo(OPERATIONS);
        assertThat(result.gets() + result.puts() + result.deletes()).isEqualTo(OPERATIONS);
        assertThat(result.checks().checked()).isEqualTo(result.gets());
        assertThat(result.bytesPut()).isPositive();
        assertThat(result.bytesGot()).isPositive();
    }

    private static void assertVerified(VerifyResult result) {
        assertThat(result.examples()).isEmpty();
        assertThat(result.good()).isTrue();
        assertThat(result.users()).isEqualTo(USERS);
        assertThat(result.compared()).isPositive();
        assertThat(result.messages()).isPositive();
        assertThat(result.indexCells()).isGreaterThan(result.messages());
    }

    @Test
    @Order(3)
    void anOpenLoopOfTheCommandLineWritesItsHistograms() throws Exception {
        Path log = directory.resolve("run.hlog");
        int exit = workload(
                "messages",
                "run",
                "--duration",
                "2s",
                "--rate",
                "100",
                "--threads",
                "4",
                "--histogram",
                log.toString(),
                "--progress",
                "500ms",
                "--verify");
        assertThat(exit).as(err.toString()).isZero();
        assertThat(out.toString()).contains("get-mailbox", "all gets", "run completed", "0 wrong", "0 problems");
        assertThat(err.toString()).contains("run ", "operations, ");
        assertThat(Files.readString(log)).contains("Tag=get-mailbox");
    }

    @Test
    @Order(4)
    void aForeignTableIsNotDroppedAndAMissingOneIsReported() throws Exception {
        TableName other = TableName.valueOf("other");
        try (Admin admin = connection.getAdmin()) {
            admin.createTable(TableDescriptorBuilder.newBuilder(other)
                    .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
                    .build());
            assertThat(workload("messages", "drop", "--table", "other")).isEqualTo(1);
            assertThat(err.toString()).contains("not dropped");
            assertThat(workload("messages", "run", "--table", "other")).isEqualTo(1);
            assertThat(err.toString()).contains("was not created by");
            assertThat(workload("messages", "run", "--table", "nowhere")).isEqualTo(1);
            assertThat(err.toString()).contains("no table nowhere");
            assertThat(workload("messages", "load")).isEqualTo(1);
            assertThat(err.toString()).contains("already exists");
            assertThat(admin.tableExists(other)).isTrue();
        }
    }

    @Test
    @Order(5)
    void corruptionIsDetected() throws Exception {
        MessagesWorkload workload = workload().build();
        try (Table table = connection.getTable(TABLE)) {
            byte[] row = firstRow(table);
            byte[] keyword;
            byte[] message;
            try (ResultScanner scanner =
                    table.getScanner(new Scan().withStartRow(row).setLimit(1))) {
                Result whole = scanner.next();
                keyword = whole.getFamilyMap(Family.KEYWORDS.bytes()).firstKey();
                message = whole.getFamilyMap(Family.THREADER_THREAD.bytes()).firstKey();
            }
            table.delete(new Delete(row).addColumns(Family.KEYWORDS.bytes(), keyword));
            table.delete(new Delete(row).addColumns(Family.THREADER_THREAD.bytes(), message));
            table.put(new Put(row).addColumn(Family.THREADING_IDX.bytes(), new byte[] {'x'}, new byte[0]));

            VerifyResult found = workload.verify(connection, Progress.none());
            assertThat(found.good()).isFalse();
            assertThat(found.problems())
                    .containsEntry(RowAudit.Problem.MISSING_INDEX, 2L)
                    .containsEntry(RowAudit.Problem.DANGLING_INDEX, 1L);
            assertThat(workload("messages", "verify")).isEqualTo(1);
            assertThat(err.toString()).contains("3 problems");

            table.delete(new Delete(row));
            assertThat(workload.verify(connection, Progress.none()).problems())
                    .containsOnlyKeys(RowAudit.Problem.WRONG_ROW);
            assertThatThrownBy(() -> workload.run(connection, Progress.none())).hasMessageContaining("59 of 60 users");
        }
        assertThat(workload(
                        "messages",
                        "load",
                        "--replace",
                        "--users",
                        "60",
                        "--messages-per-user",
                        "12",
                        "--seed",
                        "7",
                        "--regions",
                        "3"))
                .as(err.toString())
                .isZero();
    }

    private static byte[] firstRow(Table table) throws IOException {
        try (ResultScanner scanner = table.getScanner(new Scan().setLimit(1))) {
            return scanner.next().getRow();
        }
    }

    @Test
    @Order(6)
    @Tag("long")
    void aKilledRegionServerEndsTheRunWithOneLineAndTheResultsSoFar() throws Exception {
        MessagesWorkload workload = workload()
                .duration(Duration.ofMinutes(5))
                .operationTimeout(Duration.ofSeconds(3))
                .rpcTimeout(Duration.ofSeconds(1))
                .verify(true)
                .build();
        Configuration conf = hbase.configuration();
        // Without a limit, lookups in hbase:meta outlast the operation timeout until the driver detects a stall after
        // 18 s.
        conf.set("hbase.client.meta.operation.timeout", "3000");
        Connection limited = ConnectionFactory.createConnection(conf);
        CountDownLatch running = new CountDownLatch(1);
        CompletableFuture<RunResult> run = CompletableFuture.supplyAsync(() -> {
            try {
                return workload.run(limited, report -> {
                    if (report.done() > 200) {
                        running.countDown();
                    }
                });
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        });
        // The command uses another table, so that the two runs do not disturb each other's models.
        assertThat(workload("messages", "load", "--table", "second", "--users", "8", "--regions", "1", "--quiet"))
                .isZero();
        CompletableFuture<Integer> command = CompletableFuture.supplyAsync(() -> workload(
                "messages",
                "run",
                "--table",
                "second",
                "--duration",
                "5m",
                "--threads",
                "2",
                "--progress",
                "200ms",
                "--operation-timeout",
                "4s",
                "--rpc-timeout",
                "1s"));
        assertThat(running.await(120, TimeUnit.SECONDS)).isTrue();
        await().atMost(Duration.ofMinutes(2)).until(() -> err.toString().contains(" operations, "));
        MiniHBaseCluster servers = hbase.utility().getMiniHBaseCluster();
        servers.killRegionServer(servers.getRegionServer(0).getServerName());

        RunResult result = run.get(120, TimeUnit.SECONDS);
        limited.close();
        assertThat(result.measurement().end()).isEqualTo(Measurement.End.FAILED);
        assertThat(result.measurement().hanging()).isZero();
        assertThat(result.measurement().operations()).isGreaterThan(200);
        assertThat(result.measurement().failure().orElseThrow())
                .matches("(get|put|delete)-\\S+ of user \\d+ .*after \\d+ operations.*");
        assertThat(result.checks().wrong()).isZero();
        assertThat(result.good()).isFalse();

        assertThat(command.get(120, TimeUnit.SECONDS)).isEqualTo(1);
        assertThat(out.toString()).contains("get-mailbox", "run failed after");
        String message = err.toString().lines().reduce((first, last) -> last).orElseThrow();
        assertThat(message).matches("(get|put|delete)-\\S+ of user \\d+ .*after \\d+ operations.*");

        // A command that starts without a RegionServer fails within its timeouts.
        assertThat(workload("messages", "run", "--operation-timeout", "5s", "--rpc-timeout", "2s", "--retries", "2"))
                .isEqualTo(1);
        assertThat(err.toString().strip().lines()).hasSize(1);

        // A new RegionServer replays the WAL and serves everything that was acknowledged before the kill.
        servers.startRegionServer();
        await().atMost(Duration.ofMinutes(2))
                .until(() -> workload.verify(connection, Progress.none())
                                .measurement()
                                .end()
                        == Measurement.End.COMPLETED);
        assertVerified(workload.verify(connection, Progress.none()));
    }

    /** Runs a command as the launcher does and returns its exit code. */
    private int workload(String... args) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        List<String> all = new ArrayList<>(List.of(args));
        if (!all.contains("--conf")) {
            all.addAll(List.of("--conf", directory.toString()));
        }
        return new CommandLine(new WorkloadCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    command.getErr().println(failure.getMessage());
                    return CommandLine.ExitCode.SOFTWARE;
                })
                .execute(all.toArray(String[]::new));
    }
}
