package org.underbase.testbed;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What a daemon is. */
public enum Role {
    ZOOKEEPER("org.apache.zookeeper.server.quorum.QuorumPeerMain", 128),
    JOURNALNODE("org.apache.hadoop.hdfs.qjournal.server.JournalNode", 256),
    NAMENODE("org.apache.hadoop.hdfs.server.namenode.NameNode", 512),
    DATANODE("org.apache.hadoop.hdfs.server.datanode.DataNode", 256),
    MASTER("org.apache.hadoop.hbase.master.HMaster", 512),
    REGIONSERVER("org.apache.hadoop.hbase.regionserver.HRegionServer", 1024);

    private final String mainClass;
    private final int heapMegabytes;

    Role(String mainClass, int heapMegabytes) {
        this.mainClass = mainClass;
        this.heapMegabytes = heapMegabytes;
    }

    /** The class whose {@code main} is the daemon. */
    public String mainClass() {
        return mainClass;
    }

    /**
     * JVM options of a daemon of this role when nobody says otherwise. A whole cluster starts on few
     * cores, where just-in-time compilation is nearly half of the work. So control daemons stay
     * with the quick compiler, and those that move data let the optimizing one wait ten times longer
     * than usual, until code is truly hot; then they are as fast as ever.
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

    /** Whether it belongs to HBase. */
    public boolean hbase() {
        return this == MASTER || this == REGIONSERVER;
    }

    /** Arguments of the main class. */
    List<String> arguments() {
        return hbase() ? List.of("start") : List.of();
    }

    /** The name in daemons' names, on the command line and in JSON: lower case. */
    @JsonValue
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The role of that id.
     *
     * @throws IllegalArgumentException when there is none; the message lists all
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
