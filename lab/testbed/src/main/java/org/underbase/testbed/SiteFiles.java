package org.underbase.testbed;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;

/** Writer of the *-site.xml files of a configuration directory. */
final class SiteFiles {
    private static final String CORE = "core-site.xml";
    private static final String HDFS = "hdfs-site.xml";
    private static final String HBASE = "hbase-site.xml";
    private static final String YARN = "yarn-site.xml";
    private static final String MAPREDUCE = "mapred-site.xml";

    private SiteFiles() {}

    /**
     * Writes the files of HDFS and HBase, and those of YARN and MapReduce if they have keys.
     *
     * @param conf configuration directory
     * @param settings keys; the first word of a key determines its file
     * @param hbase keys of hbase-site.xml, which override {@code settings} there
     */
    static void write(Path conf, Map<String, String> settings, Map<String, String> hbase) throws IOException {
        Files.createDirectories(conf);
        for (String file : List.of(CORE, HDFS, HBASE, YARN, MAPREDUCE)) {
            Map<String, String> own = new TreeMap<>();
            settings.forEach((key, value) -> {
                if (fileOf(key).equals(file)) {
                    own.put(key, value);
                }
            });
            if (file.equals(HBASE)) {
                own.putAll(hbase);
            }
            if (!own.isEmpty() || !List.of(YARN, MAPREDUCE).contains(file)) {
                write(conf.resolve(file), own);
            }
        }
    }

    /** Changes one key. */
    static void set(Path conf, String key, String value) throws IOException {
        Path file = conf.resolve(fileOf(key));
        Configuration site = new Configuration(false);
        site.addResource(file.toUri().toURL());
        site.set(key, value);
        write(file, site);
    }

    private static void write(Path file, Map<String, String> settings) throws IOException {
        Configuration site = new Configuration(false);
        settings.forEach((key, value) -> site.set(key, value, "testbed"));
        write(file, site);
    }

    private static void write(Path file, Configuration site) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            site.writeXml(out);
        }
    }

    private static String fileOf(String key) {
        if (key.startsWith("hbase.") || key.startsWith("hfile.") || key.startsWith("zookeeper.")) {
            return HBASE;
        }
        if (key.startsWith("yarn.") && !key.startsWith("yarn.app.mapreduce.")) {
            return YARN;
        }
        if (key.startsWith("mapreduce.") || key.startsWith("yarn.app.")) {
            return MAPREDUCE;
        }
        return key.startsWith("dfs.") ? HDFS : CORE;
    }
}
