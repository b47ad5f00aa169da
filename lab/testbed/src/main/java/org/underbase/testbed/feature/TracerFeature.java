package org.underbase.testbed.feature;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.underbase.testbed.ClusterFeature;
import org.underbase.testbed.ClusterRecipe;
import org.underbase.testbed.Placeholders;
import org.underbase.testbed.Role;

/**
 * Tracer: HBase's daemons record their HDFS calls, by default below {@code trace} in the cluster's directory. Clients are
 * not traced unless {@link #clients} is called, because stock clients lack the tracer's classes. Not thread-safe.
 */
public final class TracerFeature implements ClusterFeature {
    private static final String FILE_SYSTEM = "org.underbase.htfs.APITraceDistributedFileSystem";
    private static final String ABSTRACT_FILE_SYSTEM = "org.underbase.htfs.APITraceHdfs";
    private static final String WAL_WRITER = "org.underbase.htfs.APITraceAsyncLogWriter";

    private final Map<String, String> settings = new LinkedHashMap<>();
    private boolean clients;

    /** Creates a tracer that records from the start. */
    public TracerFeature() {
        settings.put("fs.hdfs.impl", FILE_SYSTEM);
        settings.put("fs.AbstractFileSystem.hdfs.impl", ABSTRACT_FILE_SYSTEM);
        settings.put("underbase.trace.dir", Placeholders.CLUSTER_DIRECTORY + "/trace");
    }

    /**
     * Sets the directory of the traces.
     *
     * @param directory directory outside the cluster's directory
     * @return this feature
     */
    public TracerFeature directory(Path directory) {
        settings.put("underbase.trace.dir", directory.toAbsolutePath().toString());
        return this;
    }

    /**
     * Attaches the tracer without recording; the control file of the trace directory starts it.
     *
     * @return this feature
     */
    public TracerFeature initiallyOff() {
        settings.put("underbase.trace.enabled", "false");
        return this;
    }

    /**
     * Traces clients, too.
     *
     * @return this feature
     */
    public TracerFeature clients() {
        clients = true;
        return this;
    }

    @Override
    public String name() {
        return "tracer";
    }

    @Override
    public String description() {
        return "HBase's daemons record their HDFS calls in DIR/trace";
    }

    @Override
    public String module() {
        return "htfs-tracer";
    }

    @Override
    public List<String> classes() {
        return List.of(FILE_SYSTEM, ABSTRACT_FILE_SYSTEM, WAL_WRITER);
    }

    @Override
    public boolean needsHBase() {
        return !clients;
    }

    @Override
    public void apply(ClusterRecipe recipe) {
        settings.forEach((key, value) -> {
            if (clients) {
                recipe.setDefault(key, value);
            } else {
                recipe.setDefault(Role.MASTER, key, value).setDefault(Role.REGIONSERVER, key, value);
            }
        });
        recipe.setHBaseDefault("hbase.regionserver.wal.async.writer.impl", WAL_WRITER);
    }
}
