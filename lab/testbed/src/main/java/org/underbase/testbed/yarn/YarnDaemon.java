package org.underbase.testbed.yarn;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.service.Service;
import org.underbase.testbed.process.ClusterReaper;

/** Start and settings of daemons of YARN and MapReduce in a child JVM of a cluster. */
public final class YarnDaemon {
    /** Keys of the addresses of ResourceManager and JobHistoryServer. */
    public static final List<String> MANAGER_ADDRESSES = List.of(
            "yarn.resourcemanager.address",
            "yarn.resourcemanager.scheduler.address",
            "yarn.resourcemanager.resource-tracker.address",
            "yarn.resourcemanager.admin.address",
            "yarn.resourcemanager.webapp.address",
            "mapreduce.jobhistory.address",
            "mapreduce.jobhistory.admin.address",
            "mapreduce.jobhistory.webapp.address");

    private YarnDaemon() {}

    /** Makes this JVM exit if a thread fails: threads of the daemons would keep it running. */
    public static void exitOnFailure() {
        Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> {
            System.err.print("Exception in thread \"" + thread.getName() + "\" ");
            failure.printStackTrace();
            Runtime.getRuntime().halt(1);
        });
    }

    /**
     * Sets free ports, directories and services of a NodeManager that runs jobs of MapReduce. The cluster reaper kills its
     * containers.
     *
     * @param conf configuration to complete
     * @param host address of the node
     * @param directory directory for all files of the daemon and its containers
     */
    public static void completeNodeManager(Configuration conf, String host, Path directory) {
        for (String service : new String[] {"", "localizer.", "webapp.", "collector-service."}) {
            conf.set("yarn.nodemanager." + service + "address", host + ":0");
        }
        conf.set("yarn.nodemanager.local-dirs", directory.resolve("local").toString());
        conf.set("yarn.nodemanager.log-dirs", directory.resolve("log").toString());
        conf.set("hadoop.tmp.dir", directory.resolve("tmp").toString());
        conf.set("yarn.nodemanager.aux-services", "mapreduce_shuffle");
        conf.set("mapreduce.shuffle.port", "0");
        conf.set("yarn.nodemanager.disk-health-checker.enable", "false");
        conf.set("yarn.nodemanager.pmem-check-enabled", "false");
        conf.set("yarn.nodemanager.vmem-check-enabled", "false");
        // Containers do not inherit the environment, and outlive a killed NodeManager.
        conf.set("yarn.nodemanager.admin-env", ClusterReaper.MARK + "=$" + ClusterReaper.MARK);
    }

    /**
     * Sets the class paths of containers to the jars of this JVM's class path that are Hadoop or its libraries, without
     * Underbase and zstd-jni. Otherwise containers on this machine inherit the class path of their NodeManager.
     *
     * @param conf configuration of the daemons and of the client
     */
    public static void completeClassPath(Configuration conf) {
        conf.set("yarn.application.classpath", String.join(",", hadoop(false)));
        conf.set("mapreduce.application.classpath", String.join(",", hadoop(true)));
    }

    /** Returns either MapReduce's jars or the others. */
    private static List<String> hadoop(boolean mapReduce) {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.endsWith(".jar") && !isOfUnderbase(Path.of(entry)))
                .filter(entry -> entry.contains("hadoop-mapreduce-client") == mapReduce)
                .toList();
    }

    private static boolean isOfUnderbase(Path jar) {
        try (JarFile file = new JarFile(jar.toFile())) {
            return Stream.of("org/underbase/", "com/github/luben/zstd/").anyMatch(name -> file.getEntry(name) != null);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + jar, e);
        }
    }

    /**
     * Starts a daemon.
     *
     * @throws IOException if it does not start
     */
    public static void start(Service daemon, Configuration conf) throws IOException {
        daemon.init(conf);
        daemon.start();
        if (daemon.getFailureCause() != null) {
            throw new IOException(daemon.getName() + " did not start", daemon.getFailureCause());
        }
    }
}
