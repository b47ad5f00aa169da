package org.underbase.tier.namenode.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.hdfs.server.namenode.AuditLogger;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.test.GenericTestUtils;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.event.Level;
import org.underbase.tier.namenode.Namenode;
import org.underbase.tier.namenode.Namenode.Question;
import org.underbase.tier.namenode.TieredFiles;
import org.underbase.tier.protocol.proto.TierProtocolProtos.ChangeResponseProto;
import org.underbase.tier.testing.MiniTieredCluster;

/** Dry runs of changes: they neither block the namespace nor leave a trace of a change. */
@Tag("cluster")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DryRunTest {
    @TempDir
    static Path directory;

    @AutoClose
    private MiniTieredCluster cluster;

    private TieredFiles files;
    private Namenode namenode;

    /** Audit logger that keeps the events of the changes of this test. */
    public static final class Audit implements AuditLogger {
        private final Queue<String> events = new ConcurrentLinkedQueue<>();

        @Override
        public void initialize(Configuration conf) {
            // No settings.
        }

        @Override
        public void logAuditEvent(
                boolean succeeded,
                String userName,
                InetAddress address,
                String command,
                String source,
                String destination,
                FileStatus status) {
            if (command.toLowerCase(Locale.ROOT).contains("tier") || command.startsWith("setRepPolicy")) {
                events.add(command + " " + succeeded);
            }
        }
    }

    @BeforeAll
    void start() throws Exception {
        cluster = MiniTieredCluster.builder(directory)
                .tiers("fast", "disk")
                .nodes(2, "/r0", "fast", "disk")
                .node("/r1", "fast", "disk")
                .conf("dfs.namenode.audit.loggers", Audit.class.getName())
                .conf("dfs.namenode.write-lock-reporting-threshold-ms", "0")
                .conf("dfs.lock.suppress.warning.interval", "0s")
                .build();
        files = new TieredFiles(cluster);
        namenode = new Namenode(cluster);
    }

    private static List<Question<ChangeResponseProto>> changes(String path, boolean dryRun) {
        return List.of(
                protocol -> protocol.moveTier(Namenode.moveRequest(path, "disk", "fast", 1).toBuilder()
                        .setDryRun(dryRun)
                        .build()),
                protocol -> protocol.deleteFileTier(Namenode.changeRequest(path, "fast").toBuilder()
                        .setDryRun(dryRun)
                        .build()),
                protocol -> protocol.createFileTier(Namenode.changeRequest(path, "fast").toBuilder()
                        .setDryRun(dryRun)
                        .build()),
                protocol -> protocol.setPolicy(Namenode.policyRequest(path, "disk=3", 0).toBuilder()
                        .setDryRun(dryRun)
                        .build()));
    }

    private Queue<String> audited() {
        return cluster.miniCluster().getNamesystem().getAuditLoggers().stream()
                .filter(Audit.class::isInstance)
                .map(logger -> ((Audit) logger).events)
                .findFirst()
                .orElseThrow();
    }

    /** The NameNode logs the stack of every holder of the write lock here. */
    @Test
    void dryRunsTakeNoWriteLockAndAreNotAuditedAsChanges() throws Exception {
        String path = files.create("validated", "fast=1,disk=2", 1, 3).toString();
        GenericTestUtils.setLogLevel(FSNamesystem.LOG, Level.INFO);
        LogCapturer log = LogCapturer.captureLogs(FSNamesystem.LOG);
        try {
            audited().clear();
            long edits = cluster.miniCluster().getNamesystem().getEditLog().getLastWrittenTxId();
            for (Question<ChangeResponseProto> dryRun : changes(path, true).subList(0, 2)) {
                ChangeResponseProto response = namenode.call(dryRun);
                assertThat(response.getChanged()).isTrue();
                assertThat(response.getBlocks()).isEqualTo(1);
            }
            assertThat(namenode.call(changes(path, true).get(2)).getChanged()).isFalse();
            assertThat(namenode.call(changes(path, true).get(3)).getWanted()).isEqualTo("disk=3");
            assertThat(log.getOutput()).doesNotContain(TierOperations.class.getName());
            assertThat(audited()).isEmpty();
            assertThat(cluster.miniCluster().getNamesystem().getEditLog().getLastWrittenTxId())
                    .isEqualTo(edits);
            assertThat(namenode.file(path).getWanted()).isEqualTo("fast=1,disk=2");

            for (Question<ChangeResponseProto> change : changes(path, false)) {
                namenode.call(change);
            }
            assertThat(log.getOutput()).contains(TierOperations.class.getName());
            assertThat(audited())
                    .containsExactly(
                            "moveTier true", "deleteFileTier true", "createFileTier true", "setRepPolicy true");
        } finally {
            log.stopCapturing();
        }
    }

    @Test
    void aDeniedDryRunIsAuditedAsADryRun() throws Exception {
        String path = files.create("denied", "fast=1,disk=2", 1, 3).toString();
        audited().clear();
        for (Question<ChangeResponseProto> dryRun : changes(path, true)) {
            assertThatThrownBy(() -> namenode.callAs("bob", dryRun)).hasMessageContaining("Permission denied");
        }
        assertThat(audited())
                .containsExactly(
                        "moveTier (dry run) false",
                        "deleteFileTier (dry run) false",
                        "createFileTier (dry run) false",
                        "setRepPolicy (dry run) false");
    }
}
