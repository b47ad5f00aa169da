package org.underbase.analysis.mapreduce;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.underbase.analysis.fsimage.FsImageFile;
import org.underbase.htfs.format.StockClients;
import org.underbase.htfs.format.TraceFiles;
import org.underbase.htfs.format.TraceSlice;

/** Settings of the jobs, which the user's configuration completes. */
final class JobSettings {
    static final String FRAMEWORK = "mapreduce.framework.name";

    private static final String YARN = "yarn";
    private static final String RM_ADDRESS = "yarn.resourcemanager.address";
    private static final String REDUCERS = "mapreduce.job.reduces";
    private static final long REDUCER_BYTES = 256L << 20;
    private static final int MAX_REDUCERS = 200;

    private JobSettings() {}

    /** Completes a configuration. */
    static Configuration of(Configuration conf) {
        // It adds the defaults of MapReduce to all configurations, so that the source of a value is known.
        Configuration job = new JobConf(conf);
        if (isDefault(job, FRAMEWORK)) {
            job.set(FRAMEWORK, YARN);
        }
        // Own versions of libraries that Hadoop also has; only tasks need classes of Underbase.
        job.setBoolean("mapreduce.job.classloader", true);
        // Options are those of the command: without this, Hadoop warns that it has not parsed its own.
        job.setBoolean("mapreduce.client.genericoptionsparser.used", true);
        StockClients.use(job);
        return job;
    }

    private static boolean isDefault(Configuration conf, String key) {
        String[] sources = conf.getPropertySources(key);
        return sources == null || sources[sources.length - 1].endsWith("-default.xml");
    }

    /** Returns the number of reducers of the second job for a trace. */
    static int reducers(Configuration conf, long bytes) {
        return isDefault(conf, REDUCERS)
                ? (int) Math.min(MAX_REDUCERS, Math.max(1, (bytes + REDUCER_BYTES - 1) / REDUCER_BYTES))
                : Math.max(1, conf.getInt(REDUCERS, 1));
    }

    /** Returns the addresses of the ResourceManager for messages; empty if the jobs do not run on YARN. */
    static Optional<String> resourceManager(Configuration conf) {
        if (!conf.get(FRAMEWORK).equals(YARN)) {
            return Optional.empty();
        }
        String[] ids = conf.getBoolean("yarn.resourcemanager.ha.enabled", false)
                ? conf.getTrimmedStrings("yarn.resourcemanager.ha.rm-ids")
                : new String[0];
        return Optional.of(
                ids.length == 0
                        ? conf.get(RM_ADDRESS)
                        : Arrays.stream(ids)
                                .map(id -> conf.get(
                                        RM_ADDRESS + "." + id, conf.get("yarn.resourcemanager.hostname." + id, id)))
                                .collect(Collectors.joining(", ")));
    }

    /** Checks that the nodes of a cluster can read the fsimage. */
    static void requireShared(Configuration conf, FsImageFile image) throws IOException {
        if (conf.get(FRAMEWORK).equals(YARN) && image.isLocal()) {
            throw notShared("use the local fsimage " + image, "it");
        }
    }

    private static IOException notShared(String call, String what) {
        return new IOException("cannot " + call + " on YARN: copy " + what
                + " to a file system that all nodes read, for example with" + " hdfs dfs -put");
    }

    /**
     * Checks that the nodes of a cluster can read the trace: a task reports a missing file as a corrupt range, because it may
     * have been deleted.
     *
     * @throws IOException if a slice is on the local file system of the submitter
     */
    static void requireShared(Configuration conf, List<TraceSlice> slices) throws IOException {
        for (TraceSlice slice : slices) {
            if (conf.get(FRAMEWORK).equals(YARN)
                    && "file".equals(new Path(slice.path()).toUri().getScheme())) {
                throw notShared("analyze the local file " + TraceFiles.shown(slice), "the trace");
            }
        }
    }
}
