package org.underbase.htfs.record;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Kind of this process, which decides what the tracer logs. Hadoop's and HBase's scripts set {@code -Dproc_NAME}. */
public enum ProcessKind {
    /** A server with a log file. */
    DAEMON,
    /** A command such as {@code hdfs dfs}, whose log goes to the console of its user. */
    COMMAND,
    /** Any other process. */
    APPLICATION;

    private static final String PREFIX = "proc_";
    private static final Set<String> DAEMONS = Set.of(
            "namenode",
            "secondarynamenode",
            "datanode",
            "journalnode",
            "zkfc",
            "dfsrouter",
            "nfs3",
            "portmap",
            "balancer",
            "mover",
            "sps",
            "httpfs",
            "kms",
            "resourcemanager",
            "nodemanager",
            "timelineserver",
            "timelinereader",
            "historyserver",
            "proxyserver",
            "router",
            "sharedcachemanager",
            "registrydns",
            "master",
            "regionserver",
            "thrift",
            "thrift2",
            "rest");

    /** Returns the kind of this process. */
    public static ProcessKind current() {
        Optional<String> name = processName();
        if (name.isEmpty()) {
            return APPLICATION;
        }
        return DAEMONS.contains(name.get()) ? DAEMON : COMMAND;
    }

    /** Returns the name that a script gave this process, such as {@code regionserver}; of several names a daemon's. */
    static Optional<String> processName() {
        List<String> names = System.getProperties().stringPropertyNames().stream()
                .filter(property -> property.startsWith(PREFIX))
                .map(property -> property.substring(PREFIX.length()))
                .sorted()
                .toList();
        return names.stream().filter(DAEMONS::contains).findFirst().or(() -> names.stream()
                .findFirst());
    }
}
