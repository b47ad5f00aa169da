package org.underbase.testbed.mini;

import com.google.common.base.Throwables;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.StartMiniClusterOption;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.io.compress.zstd.ZstdCodec;

/** HBase on HDFS inside this JVM. Close it. */
public final class MiniHBase implements AutoCloseable {
    private static final String TEST_DIRECTORY = "test.build.data.basedirectory";
    private static final long START_LIMIT_SECONDS = 240;

    private final MiniHdfs hdfs;
    private final HBaseTestingUtility utility;
    private final boolean daemons;
    private final ThreadCensus census;

    private MiniHBase(MiniHdfs hdfs, HBaseTestingUtility utility, boolean daemons, ThreadCensus census) {
        this.hdfs = hdfs;
        this.utility = utility;
        this.daemons = daemons;
        this.census = census;
    }

    /** Describes an HBase: one DataNode, one Master and one RegionServer without any call. */
    public static Builder builder() {
        return new Builder();
    }

    /** A shared connection, closed with the cluster. */
    public Connection connection() throws IOException {
        return utility.getConnection();
    }

    /** A client's configuration; a new copy at each call. */
    public Configuration configuration() {
        return new Configuration(utility.getConfiguration());
    }

    /** The HDFS below. */
    public MiniHdfs hdfs() {
        return hdfs;
    }

    /** HBase's own fixture, for all that is special: regions without a server, splits, rolls of logs. */
    public HBaseTestingUtility utility() {
        return utility;
    }

    /** @throws IOException when something does not end */
    @Override
    public void close() throws IOException {
        try {
            if (daemons) {
                utility.shutdownMiniHBaseCluster();
                utility.shutdownMiniZKCluster();
            }
            utility.cleanupTestDir();
        } finally {
            hdfs.close();
        }
        census.awaitEndOfNewThreads();
    }

    /** A description. Not thread-safe. */
    public static final class Builder {
        private final Map<String, String> settings = new LinkedHashMap<>();
        private int dataNodes = 1;
        private int regionServers = 1;
        private boolean daemons = true;

        private Builder() {}

        public Builder dataNodes(int count) {
            dataNodes = count;
            return this;
        }

        public Builder regionServers(int count) {
            regionServers = count;
            return this;
        }

        /** No ZooKeeper, Master, RegionServer: for tests of regions, WALs and store files alone. */
        public Builder withoutDaemons() {
            daemons = false;
            return this;
        }

        /** A setting of all daemons and clients. */
        public Builder set(String key, String value) {
            settings.put(key, value);
            return this;
        }

        /**
         * Starts it and waits until it serves, at most four minutes.
         *
         * @throws IOException when it does not start
         */
        public MiniHBase start() throws IOException {
            RequiredJars.check();
            ThreadCensus census = ThreadCensus.now();
            MiniHdfs.Builder hdfsBuilder = MiniHdfs.builder().dataNodes(dataNodes);
            HBaseConfiguration.create().forEach(entry -> {
                if (entry.getKey().startsWith("hbase.") || entry.getKey().startsWith("zookeeper.")) {
                    hdfsBuilder.set(entry.getKey(), entry.getValue());
                }
            });
            hdfsBuilder.set("hbase.io.compress.zstd.codec", ZstdCodec.class.getName());
            // HBase's fixture gives its Master 30 s, too little for a busy machine.
            hdfsBuilder.set(
                    "hbase.master.start.timeout.localHBaseCluster",
                    Long.toString(TimeUnit.SECONDS.toMillis(START_LIMIT_SECONDS)));
            settings.forEach(hdfsBuilder::set);
            MiniHdfs hdfs = hdfsBuilder.start();
            try {
                CacheFinalizer.register();
                return new MiniHBase(hdfs, utility(hdfs), daemons, census);
            } catch (IOException | RuntimeException e) {
                hdfs.close();
                throw e;
            }
        }

        private HBaseTestingUtility utility(MiniHdfs hdfs) throws IOException {
            // HBase's fixture takes its directory from here alone; it reads it while it is made.
            String before = System.setProperty(TEST_DIRECTORY, hdfs.directory().toString());
            try {
                HBaseTestingUtility utility = new HBaseTestingUtility(hdfs.configuration());
                utility.getDataTestDir();
                utility.setDFSCluster(hdfs.cluster());
                if (daemons) {
                    startWithinLimit(utility);
                } else {
                    utility.createRootDir();
                }
                return utility;
            } finally {
                if (before == null) {
                    System.clearProperty(TEST_DIRECTORY);
                } else {
                    System.setProperty(TEST_DIRECTORY, before);
                }
            }
        }

        /** A start that fails in a thread of HBase leaves the caller waiting for ever: set a limit. */
        private void startWithinLimit(HBaseTestingUtility utility) throws IOException {
            StartMiniClusterOption option = StartMiniClusterOption.builder()
                    .numRegionServers(regionServers)
                    .numDataNodes(dataNodes)
                    .createRootDir(true)
                    .build();
            FutureTask<Void> task = new FutureTask<>(() -> {
                utility.startMiniZKCluster();
                utility.startMiniHBaseCluster(option);
                return null;
            });
            Thread starter = new Thread(task, "mini-hbase-start");
            starter.setDaemon(true);
            starter.start();
            try {
                task.get(START_LIMIT_SECONDS, TimeUnit.SECONDS);
            } catch (TimeoutException e) {
                starter.interrupt();
                throw new IOException(
                        "HBase does not start within " + START_LIMIT_SECONDS
                                + " s: its log names the thread that failed",
                        e);
            } catch (ExecutionException e) {
                throw new IOException("HBase does not start: " + Throwables.getRootCause(e), e.getCause());
            } catch (InterruptedException e) {
                starter.interrupt();
                Thread.currentThread().interrupt();
                throw new IOException("interrupted during the start of HBase", e);
            }
        }
    }
}
