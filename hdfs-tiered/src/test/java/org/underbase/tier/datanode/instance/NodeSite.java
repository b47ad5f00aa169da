package org.underbase.tier.datanode.instance;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;

/** A configuration directory a test writes. */
public final class NodeSite {
    private final Path directory;
    private final Map<String, String> keys = new TreeMap<>();

    public NodeSite(Path directory) {
        this.directory = directory;
        set("hadoop.tmp.dir", directory.resolve("tmp").toString());
    }

    public NodeSite set(String key, String value) {
        keys.put(key, value);
        return this;
    }

    /** One directory and three ports from a number on, on the loopback interface. */
    public NodeSite tier(String tier, Path data, int port) {
        String prefix = "dfs.tier." + tier + ".datanode.";
        return set(prefix + "data.dir", data.toString())
                .set(prefix + "address", "127.0.0.1:" + port)
                .set(prefix + "http.address", "127.0.0.1:" + (port + 1))
                .set(prefix + "ipc.address", "127.0.0.1:" + (port + 2));
    }

    public Site write() throws IOException {
        Configuration conf = new Configuration(false);
        keys.forEach(conf::set);
        try (OutputStream out = Files.newOutputStream(directory.resolve("hdfs-site.xml"))) {
            conf.writeXml(out);
        }
        return Site.read(directory);
    }

    public Plan plan() throws IOException {
        return Plan.of(
                write(),
                NodeDefaults.of(
                        Map.of(
                                "HADOOP_PID_DIR", directory.resolve("run").toString(),
                                "HADOOP_LOG_DIR", directory.resolve("logs").toString(),
                                "HADOOP_IDENT_STRING", "alice"),
                        Map.of()));
    }
}
