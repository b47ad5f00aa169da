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

/** HBase and HDFS inside this JVM. */
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

    /** Creates a builder with one DataNode, one Master and one RegionServer. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a shared connection, which is closed with the cluster. */
    public Connection connection() throws IOException {
        return utility.getConnection();
    }

    /** Creates a client configuration. */
    public Configuration configuration() {
        return new Configuration(utility.getConfiguration());
    }

    /** Returns the HDFS of the cluster. */
    public MiniHdfs hdfs() {
        return hdfs;
    }

    /** Returns HBase's fixture, for example for regions without a server, splits and log rolls. */
    public HBaseTestingUtility utility() {
        return utility;
    }

    /** Stops the cluster. */
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

    /** Builder of a cluster. Not thread-safe. */
    public static final class Builder {
        private final Map<String, String> settings = new LinkedHashMap<>();
        private int dataNodes = 1;
        private int regionServers = 1;
        private boolean daemons = true;

        private Builder() {}

        /** Sets the number of DataNodes. */
        public Builder dataNodes(int count) {
            dataNodes = count;
            return this;
        }

        /** Sets the number of RegionServers. */
        public Builder regionServers(int count) {
            regionServers = count;
            return this;
        }

        /** Omits ZooKeeper, Master and RegionServers, for tests of regions, WALs and store files only. */
        public Builder withoutDaemons() {
            daemons = false;
            return this;
        }

        /** Sets a key of all daemons and clients. */
        public Builder set(String key, String value) {
            settings.put(key, value);
            return this;
        }

        /**
         * Starts the cluster and waits, at most four minutes, until it serves.
         *
         * @throws IOException if it does not start
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
            // The default of HBase's fixture, 30 s, is too short on a loaded machine.
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
            // HBase's fixture reads its directory from this property only, in its constructor.
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

        /** Starts HBase with a time limit: if a thread of HBase fails, its fixture waits forever. */
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
                        "HBase did not start within " + START_LIMIT_SECONDS + " s: its log names the failed thread", e);
            } catch (ExecutionException e) {
                throw new IOException("HBase did not start: " + Throwables.getRootCause(e), e.getCause());
            } catch (InterruptedException e) {
                starter.interrupt();
                Thread.currentThread().interrupt();
                throw new IOException("interrupted during the start of HBase", e);
            }
        }
    }
}
