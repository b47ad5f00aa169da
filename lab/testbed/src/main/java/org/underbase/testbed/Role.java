package org.underbase.testbed;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Kind of a daemon. */
public enum Role {
    ZOOKEEPER("org.apache.zookeeper.server.quorum.QuorumPeerMain", 128),
    JOURNALNODE("org.apache.hadoop.hdfs.qjournal.server.JournalNode", 256),
    NAMENODE("org.apache.hadoop.hdfs.server.namenode.NameNode", 512),
    DATANODE("org.apache.hadoop.hdfs.server.datanode.DataNode", 256),
    MASTER("org.apache.hadoop.hbase.master.HMaster", 512),
    REGIONSERVER("org.apache.hadoop.hbase.regionserver.HRegionServer", 1024),
    RESOURCEMANAGER("org.apache.hadoop.yarn.server.resourcemanager.ResourceManager", 256),
    NODEMANAGER("org.apache.hadoop.yarn.server.nodemanager.NodeManager", 256),
    HISTORYSERVER("org.apache.hadoop.mapreduce.v2.hs.JobHistoryServer", 256);

    /** Roles of YARN and MapReduce. */
    static final List<Role> YARN = List.of(RESOURCEMANAGER, NODEMANAGER, HISTORYSERVER);

    /** The JVM's own thresholds of the optimizing compiler, which override {@link #jvmOptions}. */
    static final List<String> PRODUCTION_COMPILER = List.of(
            "-XX:TieredStopAtLevel=4",
            "-XX:Tier4InvocationThreshold=5000",
            "-XX:Tier4MinInvocationThreshold=600",
            "-XX:Tier4CompileThreshold=15000",
            "-XX:Tier4BackEdgeThreshold=40000");

    private final String mainClass;
    private final int heapMegabytes;

    Role(String mainClass, int heapMegabytes) {
        this.mainClass = mainClass;
        this.heapMegabytes = heapMegabytes;
    }

    /** Returns the name of the daemon's main class. */
    public String mainClass() {
        return mainClass;
    }

    /**
     * Returns the default JVM options of the role. A whole cluster starts on few cores, where just-in-time compilation is
     * nearly half of the work. Therefore control daemons use the quick compiler only, and daemons that move data call the
     * optimizing compiler ten times later than usual. Hot code reaches its usual speed.
     */
    List<String> jvmOptions() {
        List<String> result = new ArrayList<>();
        result.add("-Xmx" + heapMegabytes + "m");
        if (this == DATANODE || this == REGIONSERVER) {
            result.add("-XX:Tier4InvocationThreshold=50000");
            result.add("-XX:Tier4MinInvocationThreshold=6000");
            result.add("-XX:Tier4CompileThreshold=150000");
            result.add("-XX:Tier4BackEdgeThreshold=400000");
        } else {
            result.add("-XX:TieredStopAtLevel=1");
        }
        return result;
    }

    /** Whether the role belongs to HBase. */
    public boolean hbase() {
        return this == MASTER || this == REGIONSERVER;
    }

    /** Returns the arguments of the main class. */
    List<String> arguments() {
        return hbase() ? List.of("start") : List.of();
    }

    /** Returns the lower-case name, as in daemon names, on the command line and in JSON. */
    @JsonValue
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Finds a role by its id.
     *
     * @throws IllegalArgumentException if there is no such role; the message lists all
     */
    public static Role of(String id) {
        return Arrays.stream(values())
                .filter(role -> role.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no such role: '" + id + "' (one of "
                        + String.join(
                                ", ", Arrays.stream(values()).map(Role::id).toList()) + ")"));
    }
}
