package org.underbase.sim.whatif;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.underbase.operator.output.SizeConverter;
import org.underbase.sim.cache.FlashPolicy;
import org.underbase.sim.cost.Hardware;
import org.underbase.sim.study.Alternative;
import org.underbase.sim.study.Alternative.Switch;

/**
 * Feature with its value.
 *
 * @param feature feature
 * @param value value, or empty
 */
public record Change(Feature feature, String value) {
    private static final double GB = 1 << 30;
    private static final int MEGABYTE_BITS = 20;
    private static final int CHUNK = 512;
    private static final long SMALLEST_BLOCK = 1L << 20;
    private static final long LARGEST_BLOCK = 1L << 30;
    private static final String TIER = "tier=";
    private static final String KEEP = ":keep";
    private static final String PROMOTE = ":promote";

    /**
     * Parses the features of an alternative.
     *
     * @param name features with their values, separated by commas; the value of {@code tier=} may contain commas
     * @throws IllegalArgumentException if one is empty or unknown
     */
    public static List<Change> of(String name) {
        List<String> parts = new ArrayList<>();
        for (String part : name.split(",", -1)) {
            int last = parts.size() - 1;
            if (last >= 0 && parts.get(last).startsWith(TIER) && isCount(part)) {
                parts.set(last, parts.get(last) + "," + part);
            } else {
                parts.add(part);
            }
        }
        return parts.stream().map(Change::parse).toList();
    }

    /** Whether a part continues a replica vector: it has the form TIER=N, and TIER is not the name of a feature. */
    private static boolean isCount(String part) {
        return part.matches("[a-z][a-z0-9_-]*=\\d+")
                && Arrays.stream(Feature.values()).noneMatch(feature -> part.startsWith(feature.id() + "="));
    }

    private static Change parse(String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("a feature is missing before or after a comma");
        }
        int equals = text.indexOf('=');
        Feature feature = Feature.of(equals < 0 ? text : text.substring(0, equals));
        if (feature.hasValue() != equals >= 0) {
            throw new IllegalArgumentException(
                    feature.hasValue()
                            ? "missing value of feature " + feature.id()
                            : "feature " + feature.id() + " has no value");
        }
        return new Change(feature, equals < 0 ? "" : text.substring(equals + 1));
    }

    /**
     * Changes a system.
     *
     * @param base system without the features
     * @param name features with their values, separated by commas
     * @throws IllegalArgumentException if a feature or value is invalid, or a feature is given twice or on already
     */
    public static Alternative apply(Alternative base, String name) {
        List<Change> changes = of(name);
        Alternative changed = base.named(name);
        Set<String> given = new HashSet<>();
        for (Change change : changes) {
            if (!given.add(change.subject())) {
                throw new IllegalArgumentException("feature " + change.subject() + " is given twice");
            }
            changed = change.to(changed);
        }
        TierChange.check(changed, changes);
        return changed;
    }

    /** Returns the name of the property that changes. */
    private String subject() {
        return switch (feature) {
            case DISKS, SEEK, BANDWIDTH -> (feature.id() + " " + new DiskChange(this).tier()).strip();
            default -> feature.id();
        };
    }

    private Alternative to(Alternative base) {
        Hardware old = base.hardware();
        return switch (feature) {
            case FLASH -> flash(base);
            case RAM ->
                base.with(new Hardware(
                        gigabytes(Quantity.RAM, withUnit(value, "96g")), old.flashGigabytes(), old.disks()));
            case DISKS, SEEK, BANDWIDTH -> new DiskChange(this).to(base);
            case LOCALCOMPACT -> turnOn(base, Switch.LOCAL_COMPACTION);
            case COMBINEDLOG -> turnOn(base, Switch.COMBINED_LOG);
            case HSYNC -> turnOn(base, Switch.HSYNC);
            case NO_WRITE_ALLOCATE -> dropWritten(base);
            case WAL_COMPRESSION -> compress(base);
            case REPLICATION -> base.with(base.layout().withReplication(replicas()));
            case BLOCK -> base.with(base.layout().withBlockSize(blockSize()));
            case TIER -> TierChange.place(base, value);
            case RETRIEVAL -> TierChange.retrieve(base, value);
        };
    }

    /** Returns the value. A number alone means bytes or seconds, but hardware files have other units. */
    String withUnit(String amount, String example) {
        if (amount.matches("[0-9.]+") && !amount.equals("0")) {
            throw new IllegalArgumentException(
                    "missing unit of " + this + ": add one, for example " + feature.id() + "=" + example);
        }
        return amount;
    }

    private Alternative turnOn(Alternative base, Switch on) {
        if (base.has(on)) {
            throw new IllegalArgumentException(this + " is on already: it is a part of the baseline");
        }
        return base.with(on);
    }

    private Alternative dropWritten(Alternative base) {
        if (!base.has(Switch.LINUX_CACHE)) {
            throw new IllegalArgumentException(
                    "no-write-allocate changes nothing: the caches of FAST '14 do not contain"
                            + " written pages; --view datanode has Linux's page cache");
        }
        return turnOn(base, Switch.NO_WRITE_ALLOCATE);
    }

    private Alternative flash(Alternative base) {
        Hardware old = base.hardware();
        withUnit(flashSize(), "400g");
        if (base.has(Switch.LINUX_CACHE) && value.endsWith(KEEP)) {
            throw new IllegalArgumentException(
                    this + " requires --view paper: Linux's page cache contains all pages that it reads");
        }
        return base.with(new Hardware(old.ramGigabytes(), gigabytes(Quantity.FLASH, flashSize()), old.disks()))
                .with(value.endsWith(KEEP) ? FlashPolicy.KEEP : FlashPolicy.PROMOTE);
    }

    private String flashSize() {
        return value.replaceFirst("(" + KEEP + "|" + PROMOTE + ")$", "");
    }

    private Alternative compress(Alternative base) {
        if (!value.matches("\\d{1,2}(\\.\\d{1,9})?") || Double.parseDouble(value) < 1) {
            throw new IllegalArgumentException("invalid factor '" + value
                    + "' of wal-compression: must be between 1 and 99, the bytes of a log per compressed byte");
        }
        return base.withLogCompression(Double.parseDouble(value));
    }

    /**
     * Returns the settings, as {@code KEY=VALUE}, that turn the feature on.
     *
     * @param alternative system with the feature
     */
    public List<String> keys(Alternative alternative) {
        return switch (feature) {
            case FLASH ->
                List.of(
                        "hbase.bucketcache.ioengine=file:/flash/bucketcache",
                        "hbase.bucketcache.size=" + (positive(flashSize()) >> MEGABYTE_BITS));
            case LOCALCOMPACT ->
                List.of(
                        "hbase.coprocessor.regionserver.classes=org.underbase.localcompact.LocalCompactService",
                        "hbase.hstore.defaultengine.compactor.class=org.underbase.localcompact.LocalCompactor");
            case COMBINEDLOG ->
                List.of(
                        "dfs.datanode.fsdataset.factory="
                                + "org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.JournaledDatasetFactory",
                        "dfs.datanode.combinedlog.dir=/journal/combinedlog");
            case HSYNC -> List.of("hbase.wal.hsync=true");
            case NO_WRITE_ALLOCATE -> List.of("dfs.datanode.drop.cache.behind.writes=true");
            case WAL_COMPRESSION -> List.of("hbase.regionserver.wal.enablecompression=true");
            case DISKS -> List.of(new DiskChange(this).directories());
            case REPLICATION -> List.of("dfs.replication=" + value);
            case BLOCK -> List.of("dfs.blocksize=" + positive(value));
            case TIER -> TierChange.keys(alternative);
            case RETRIEVAL -> List.of("dfs.tier.retrieval=" + value);
            case RAM, SEEK, BANDWIDTH -> List.of();
        };
    }

    private int replicas() {
        if (!value.matches("[1-9]\\d?")) {
            throw new IllegalArgumentException("invalid replication '" + value + "': must be between 1 and 99");
        }
        return Integer.parseInt(value);
    }

    private long blockSize() {
        long bytes = positive(value);
        if (bytes < SMALLEST_BLOCK || bytes > LARGEST_BLOCK || bytes % CHUNK != 0) {
            throw new IllegalArgumentException(
                    "invalid block size " + value + ": must be between 1m and 1g, and a multiple of 512 bytes");
        }
        return bytes;
    }

    /** Returns the feature as users write it. */
    @Override
    public String toString() {
        return feature.id() + (value.isEmpty() ? "" : "=" + value);
    }

    /** Returns a value of {@code dfs.datanode.data.dir}. */
    static String directories(String name, int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(disk -> "/" + name + disk + "/hdfs")
                .collect(Collectors.joining(","));
    }

    static long positive(String size) {
        long bytes = new SizeConverter().convert(size);
        if (bytes < 1) {
            throw new IllegalArgumentException("invalid size " + size + ": must be positive");
        }
        return bytes;
    }

    private double gigabytes(Quantity quantity, String size) {
        return quantity.check(toString(), positive(size) / GB);
    }
}
