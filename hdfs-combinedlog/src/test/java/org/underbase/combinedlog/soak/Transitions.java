package org.underbase.combinedlog.soak;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.SafeModeAction;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.client.BlockReportOptions;
import org.apache.hadoop.hdfs.protocol.ClientDatanodeProtocol;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.UserGroupInformation;
import org.underbase.combinedlog.block.ReplayProgress;
import org.underbase.combinedlog.block.ReplayReport;
import org.underbase.combinedlog.datanode.OfflineReplay;
import org.underbase.testbed.Await;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.TestCluster;
import org.underbase.testbed.process.Command;

/** Upgrade and rollback of HDFS, as an operator runs them. */
final class Transitions {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private final SoakCluster soak;
    private final TestCluster cluster;

    Transitions(SoakCluster soak) {
        this.soak = soak;
        this.cluster = soak.cluster();
    }

    /** Upgrades the metadata of the NameNode. */
    void upgradeNameNode() throws IOException {
        Daemon nameNode = cluster.nameNode();
        nameNode.stop();
        start(nameNode, "-upgrade");
    }

    /** Restores the metadata of the NameNode from before the upgrade. */
    void rollBackNameNode() throws IOException, Violation {
        Daemon nameNode = cluster.nameNode();
        nameNode.stop();
        Configuration conf = new HdfsConfiguration(false);
        for (String file : List.of("core-default.xml", "hdfs-default.xml")) {
            conf.addResource(file);
        }
        for (String file : List.of("core-site.xml", "hdfs-site.xml")) {
            conf.addResource(nameNode.conf().resolve(file).toUri().toURL());
        }
        boolean aborted = NameNode.doRollback(conf, false);
        // Completes the line of HDFS's warning.
        System.err.println();
        if (aborted) {
            throw new Violation("the rollback of the NameNode was aborted");
        }
        start(nameNode);
    }

    private void start(Daemon nameNode, String... options) throws IOException {
        nameNode.start(List.of(options));
        cluster.awaitServing(nameNode);
        Await.until("RPCs of " + nameNode, LIMIT, () -> "it runs", () -> {
            soak.fs().setSafeMode(SafeModeAction.GET);
            return true;
        });
    }

    /** Starts the DataNode, whose journal contains records, and checks that it exits with a message and changes nothing. */
    void checkRejected(String message, boolean upgraded, String... options) throws IOException, Violation {
        Daemon dataNode = soak.dataNode();
        long from = dataNode.logReader().length();
        dataNode.start(List.of(options));
        dataNode.awaitDead(LIMIT);
        if (dataNode.logReader()
                .lines(from, message, "run `underbase combinedlog replay`")
                .isEmpty()) {
            throw new Violation("the DataNode exited without the message '" + message + "'");
        }
        checkUpgraded(upgraded);
    }

    /** Checks whether the data directory contains the state before an upgrade. */
    void checkUpgraded(boolean upgraded) throws IOException, Violation {
        if (isUpgraded() != upgraded) {
            throw new Violation(
                    "the data directory " + (upgraded ? "lacks" : "contains") + " the state before an upgrade");
        }
    }

    private boolean isUpgraded() throws IOException {
        try (DirectoryStream<Path> pools =
                Files.newDirectoryStream(soak.dataDirectory().resolve("current"), "BP-*")) {
            for (Path pool : pools) {
                if (Files.exists(pool.resolve("previous"))) {
                    return true;
                }
            }
            return false;
        }
    }

    /** Starts the DataNode, which upgrades or rolls back its directories. HDFS does not fsync them. */
    void restart(boolean upgraded, String... options) throws IOException, Violation {
        soak.restart(options);
        checkUpgraded(upgraded);
        syncDirectories();
    }

    private void syncDirectories() throws IOException {
        Command.of("sync", "-f", soak.dataDirectory().toString()).run().orThrow();
    }

    /** Empties the journal of the stopped DataNode, as {@code underbase combinedlog replay} does. */
    void replay(Counts counts) throws IOException, Violation {
        Path data = soak.dataDirectory();
        ReplayReport report = OfflineReplay.run(
                data.resolve("combinedlog"), List.of(data), new Configuration(false), false, ReplayProgress.NONE);
        if (!report.complete()) {
            throw new Violation("the replay lost bytes: " + report);
        }
        counts.add(Counts.REPLAYS, 1);
    }

    /** Deletes the state before the upgrade, in the DataNode after its next block report. */
    void finalizeUpgrade() throws IOException {
        soak.fs().finalizeUpgrade();
        Configuration conf = soak.fs().getConf();
        ClientDatanodeProtocol dataNode = DFSUtilClient.createClientDatanodeProtocolProxy(
                NetUtils.createSocketAddr(soak.dataNode().address()),
                UserGroupInformation.getCurrentUser(),
                conf,
                NetUtils.getDefaultSocketFactory(conf));
        try {
            dataNode.triggerBlockReport(
                    new BlockReportOptions.Factory().setIncremental(false).build());
        } finally {
            RPC.stopProxy(dataNode);
        }
        Await.until("the end of the upgrade", LIMIT, () -> "the earlier state exists", () -> !isUpgraded());
        syncDirectories();
    }
}
