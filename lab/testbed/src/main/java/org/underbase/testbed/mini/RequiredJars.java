package org.underbase.testbed.mini;

import java.io.IOException;
import java.util.Map;

/** Check for jars without which the start of HBase's fixture hangs instead of failing. */
final class RequiredJars {
    private static final Map<String, String> JAR_OF_CLASS = Map.of(
            "org.apache.hadoop.hbase.test.MetricsAssertHelper", "hbase-hadoop-compat (tests)",
            "org.apache.hadoop.hbase.test.MetricsAssertHelperImpl", "hbase-hadoop2-compat (tests)",
            "org.apache.hadoop.hbase.zookeeper.MiniZooKeeperCluster", "hbase-zookeeper (tests)",
            "org.apache.hadoop.hbase.HBaseCommonTestingUtility", "hbase-common (tests)",
            "org.junit.Assert", "junit 4");

    private RequiredJars() {}

    static void check() throws IOException {
        check(JAR_OF_CLASS, RequiredJars.class.getClassLoader());
    }

    static void check(Map<String, String> jarOfClass, ClassLoader loader) throws IOException {
        for (Map.Entry<String, String> entry : jarOfClass.entrySet()) {
            try {
                Class.forName(entry.getKey(), false, loader);
            } catch (ClassNotFoundException e) {
                throw new IOException(
                        "HBase in this JVM needs the jar " + entry.getValue() + " on the class path: " + entry.getKey()
                                + " is missing",
                        e);
            }
        }
    }
}
