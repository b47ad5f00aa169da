package org.underbase.sim.whatif;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.underbase.operator.output.DurationConverter;
import org.underbase.operator.output.SizeConverter;
import org.underbase.sim.cost.Hardware;
import org.underbase.sim.disk.PaperDisk;
import org.underbase.sim.study.Alternative;

/** Change of a system that {@code --what-if} names. */
public enum Feature {
    /** Flash cache below the page cache. */
    FLASH(
            true,
            "hardware: HDFS has no flash cache; HBase's bucket cache in a file is the nearest feature, but it caches reads of"
                    + " the RegionServer, not of the DataNode",
            "hbase.bucketcache.ioengine=file:/flash/bucketcache",
            "hbase.bucketcache.size=SIZE_IN_MB"),
    /** Local compaction. */
    LOCALCOMPACT(
            false,
            "each machine reads its replicas of the inputs, so that disks read more; see docs/local-compaction.md",
            "hbase.coprocessor.regionserver.classes=org.underbase.localcompact.LocalCompactService",
            "hbase.hstore.defaultengine.compactor.class=org.underbase.localcompact.LocalCompactor"),
    /** Combined log on the last disk. */
    COMBINEDLOG(
            false,
            "one of the disks contains only the log; only hsync writes go to it, see docs/combined-log.md",
            "dfs.datanode.fsdataset.factory="
                    + "org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.JournaledDatasetFactory",
            "dfs.datanode.combinedlog.dir=/journal/combinedlog"),
    /** RAM for the page cache. */
    RAM(true, "hardware: memory that processes leave to the page cache"),
    /** Number of disks. */
    DISKS(true, "hardware", "dfs.datanode.data.dir=DIRECTORIES"),
    /** Time of a full seek. */
    SEEK(true, "hardware: prices of other disks are unknown"),
    /** Bandwidth of a disk. */
    BANDWIDTH(true, "hardware: prices of other disks are unknown");

    private static final double GB = 1 << 30;

    private final boolean hasValue;
    private final String condition;
    /** Settings, one per line. */
    private final String keys;

    Feature(boolean hasValue, String condition, String... keys) {
        this.hasValue = hasValue;
        this.condition = condition;
        this.keys = String.join("\n", keys);
    }

    String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns what the user should know about the feature. */
    public String condition() {
        return condition;
    }

    /** Returns the settings, as {@code KEY=VALUE}, that turn the feature on. */
    public List<String> keys() {
        return keys.lines().toList();
    }

    /**
     * Returns the features of an alternative.
     *
     * @param name features with their values, separated by commas
     * @throws IllegalArgumentException if one is unknown
     */
    public static List<Feature> of(String name) {
        return Arrays.stream(name.split(",", -1)).map(Feature::parse).toList();
    }

    private static Feature parse(String text) {
        String id = text.split("=", 2)[0];
        Feature feature = Arrays.stream(values())
                .filter(one -> one.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown feature '" + id + "': must be one of "
                        + String.join(
                                ", ", Arrays.stream(values()).map(Feature::id).toList())));
        if (feature.hasValue != text.contains("=")) {
            throw new IllegalArgumentException(
                    feature.hasValue ? "missing value of feature " + id : "feature " + id + " has no value");
        }
        return feature;
    }

    /**
     * Changes a system.
     *
     * @param base system without the features
     * @param name features with their values, separated by commas
     * @throws IllegalArgumentException if a feature or value is invalid
     */
    public static Alternative apply(Alternative base, String name) {
        Alternative changed = base;
        for (String text : name.split(",", -1)) {
            Feature feature = parse(text);
            changed = feature.change(changed, name, text.substring(text.indexOf('=') + 1));
        }
        return changed;
    }

    private Alternative change(Alternative base, String name, String value) {
        Hardware old = base.hardware();
        PaperDisk disk = base.disk();
        return switch (this) {
            case FLASH -> with(base, name, new Hardware(old.ramGigabytes(), gigabytes(value), old.disks()), disk);
            case RAM -> with(base, name, new Hardware(gigabytes(value), old.flashGigabytes(), old.disks()), disk);
            case DISKS -> with(base, name, new Hardware(old.ramGigabytes(), old.flashGigabytes(), count(value)), disk);
            case SEEK ->
                with(
                        base,
                        name,
                        old,
                        new PaperDisk(
                                disk.bytesPerSecond(),
                                new DurationConverter().convert(value).toNanos()));
            case BANDWIDTH -> with(base, name, old, new PaperDisk(positive(value), disk.fullSeekNanos()));
            case LOCALCOMPACT -> new Alternative(name, old, disk, true, base.combinedLog());
            case COMBINEDLOG -> new Alternative(name, old, disk, base.localCompaction(), true);
        };
    }

    private static Alternative with(Alternative base, String name, Hardware hardware, PaperDisk disk) {
        return new Alternative(name, hardware, disk, base.localCompaction(), base.combinedLog());
    }

    private static long positive(String size) {
        long bytes = new SizeConverter().convert(size);
        if (bytes < 1) {
            throw new IllegalArgumentException("invalid size " + size + ": must be positive");
        }
        return bytes;
    }

    private static double gigabytes(String size) {
        return positive(size) / GB;
    }

    private static int count(String text) {
        try {
            int count = Integer.parseInt(text);
            if (count > 1) {
                return count;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("invalid number of disks '" + text + "'", e);
        }
        throw new IllegalArgumentException("invalid number of disks " + text + ": must be at least 2");
    }
}
