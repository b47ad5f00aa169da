package org.underbase.htfs.format;

import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/**
 * HDFS clients of programs that read traces: a program with the tracer attached would record its own calls, and a container
 * of YARN does not have the tracer's classes.
 */
public final class StockClients {
    private static final Map<String, String> CLASSES = Map.of(
            "fs.hdfs.impl", "org.apache.hadoop.hdfs.DistributedFileSystem",
            "fs.AbstractFileSystem.hdfs.impl", "org.apache.hadoop.fs.Hdfs");

    private StockClients() {}

    /**
     * Replaces classes of Underbase in a configuration by those of Hadoop. The value is set, not removed, because a removed one
     * returns as soon as Hadoop reads its files again.
     *
     * @param conf changed in place
     */
    public static void use(Configuration conf) {
        CLASSES.forEach((key, stock) -> {
            if (conf.getTrimmed(key, "").startsWith("org.underbase.")) {
                conf.set(key, stock);
            }
        });
    }
}
