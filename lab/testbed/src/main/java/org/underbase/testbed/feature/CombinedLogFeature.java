package org.underbase.testbed.feature;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.underbase.testbed.ClusterFeature;
import org.underbase.testbed.ClusterRecipe;
import org.underbase.testbed.Role;

/**
 * Combined log: every DataNode journals its hsyncs, and HBase acknowledges puts after an hsync. Sizes are the operator's
 * defaults, 4 segments of 64 MiB per DataNode, unless {@link #segmentSize} changes them. Not thread-safe.
 */
public final class CombinedLogFeature implements ClusterFeature {
    /** Name of the feature. */
    public static final String NAME = "combinedlog";

    /** Key of the size of a new segment. */
    public static final String SEGMENT_SIZE_KEY = "dfs.datanode.combinedlog.segment.size";

    private static final String SEGMENT_MAX_KEY = "dfs.datanode.combinedlog.segment.max";
    private static final String DIRECTORY_KEY = "dfs.datanode.combinedlog.dir";
    private static final String REPLAY_SYNC_KEY = "dfs.datanode.combinedlog.replay.sync.enabled";
    private static final String FACTORY =
            "org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.JournaledDatasetFactory";

    private final Map<String, String> settings = new LinkedHashMap<>();

    /**
     * Sets the size of segments, which then do not grow.
     *
     * @param size size in Hadoop's notation, such as {@code 4m}
     * @return this feature
     */
    public CombinedLogFeature segmentSize(String size) {
        settings.put(SEGMENT_SIZE_KEY, size);
        settings.put(SEGMENT_MAX_KEY, size);
        return this;
    }

    /**
     * Sets the directory of the journal, for clusters with one DataNode. Other clusters set it in the description of each
     * DataNode. Without a directory the journal is in the first data directory.
     *
     * @param journal absolute path
     * @return this feature
     */
    public CombinedLogFeature directory(Path journal) {
        settings.put(DIRECTORY_KEY, journal.toString());
        return this;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "a journal in every DataNode for all hsyncs; HBase waits for hsync";
    }

    @Override
    public String module() {
        return "hdfs-combinedlog";
    }

    @Override
    public List<String> classes() {
        return List.of(FACTORY);
    }

    @Override
    public void apply(ClusterRecipe recipe) {
        recipe.setDefault(Role.DATANODE, "dfs.datanode.fsdataset.factory", FACTORY);
        if (recipe.nodeNames().size() > 1) {
            // All DataNodes use one file system: a sync by one of them would receive the I/O errors of the others.
            recipe.setDefault(Role.DATANODE, REPLAY_SYNC_KEY, "false");
        }
        settings.forEach((key, value) -> recipe.setDefault(Role.DATANODE, key, value));
        if (recipe.hasHBase()) {
            recipe.setHBaseDefault("hbase.wal.hsync", "true");
        }
    }
}
