package org.underbase.sim.whatif;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Change of a system that {@code --what-if} names. */
public enum Feature {
    /** Flash cache below the page cache. */
    FLASH(
            true,
            "HDFS has no flash cache; HBase's bucket cache in a file is the nearest feature, but it caches reads of"
                    + " the RegionServer, not of the DataNode"),
    /** Local compaction. */
    LOCALCOMPACT(
            false,
            "each machine reads its replicas of the inputs, so that disks read more; see docs/local-compaction.md"),
    /** Combined log on the last disk. */
    COMBINEDLOG(false, "one of the disks contains only the log; only hsync writes go to it, see docs/combined-log.md"),
    /** Logs on disk before clients continue. */
    HSYNC(
            false,
            "clients wait for the disk; the syncs of the trace are simulated at their times, although HBase gathers more puts"
                    + " in one sync while another one waits"),
    /** Written pages that stay out of the page cache. */
    NO_WRITE_ALLOCATE(
            false,
            "requires Hadoop's native library on the DataNodes; block files of at most 16 MiB stay in the page cache"),
    /** Compressed logs. */
    WAL_COMPRESSION(
            true,
            "the factor is an assumption: measure it on your data; compression needs time of the processor, which is not"
                    + " simulated"),
    /** Number of replicas. */
    REPLICATION(
            true,
            "existing files keep their replicas until hdfs dfs -setrep; with fewer replicas, fewer failures lose data"),
    /** Size of blocks. */
    BLOCK(true, "HBase's logs have blocks of twice the size and are as long as half a block, which is not simulated"),
    /** Placement of replicas on tiers. */
    TIER(
            true,
            "one DataNode for each tier of a machine; all blocks are placed so, existing ones after the monitor has moved them;"
                    + " the capacity of a tier and racks are not simulated, see docs/tiers.md"),
    /** Order in which readers are offered replicas. */
    RETRIEVAL(true, "a reader always uses the same replica of a block; the load of DataNodes is not simulated"),
    /** RAM for the page cache. */
    RAM(true, "memory that processes leave to the page cache"),
    /** Number of disks. */
    DISKS(true, "one directory per disk"),
    /** Time of a full seek. */
    SEEK(true, Feature.OTHER_DISKS),
    /** Bandwidth of a disk. */
    BANDWIDTH(true, Feature.OTHER_DISKS);

    private static final String OTHER_DISKS = "the price is that of the baseline's disks";

    private final boolean hasValue;
    private final String condition;

    Feature(boolean hasValue, String condition) {
        this.hasValue = hasValue;
        this.condition = condition;
    }

    /** Returns the name in {@code --what-if}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns what the user should know about the feature. */
    public String condition() {
        return condition;
    }

    boolean hasValue() {
        return hasValue;
    }

    /** Returns the feature with a name. */
    static Feature of(String id) {
        return Arrays.stream(values())
                .filter(one -> one.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown feature '" + id + "': must be one of "
                        + Arrays.stream(values()).map(Feature::id).collect(Collectors.joining(", "))));
    }
}
