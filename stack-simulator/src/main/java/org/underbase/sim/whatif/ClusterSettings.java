package org.underbase.sim.whatif;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.underbase.sim.request.Tier;
import org.underbase.sim.study.Alternative;
import org.underbase.sim.study.Alternative.Switch;
import org.underbase.sim.sync.SyncSettings;

/** Settings of a cluster that are a part of the baseline. */
public final class ClusterSettings {
    private static final List<String> FILES = List.of("hdfs-site.xml", "hbase-site.xml");
    private static final String SEGMENT_SIZE = "dfs.datanode.combinedlog.segment.size";

    private final Path directory;
    private final Configuration conf;

    private ClusterSettings(Path directory, Configuration conf) {
        this.directory = directory;
        this.conf = conf;
    }

    /**
     * Reads the files of a directory into a configuration.
     *
     * @param directory directory with at least one of the files
     * @param conf receives the settings
     * @throws IOException if the directory has none of them
     */
    public static ClusterSettings read(Path directory, Configuration conf) throws IOException {
        List<Path> files =
                FILES.stream().map(directory::resolve).filter(Files::exists).toList();
        if (files.isEmpty()) {
            throw new IOException("no configuration in " + directory + ": expected one of " + String.join(", ", FILES));
        }
        files.forEach(file -> conf.addResource(new org.apache.hadoop.fs.Path(file.toUri())));
        return new ClusterSettings(directory, conf);
    }

    /**
     * Turns on the features of the cluster.
     *
     * @param machine machine without features
     * @throws IllegalArgumentException if a setting is invalid, or the machine lacks a description of the tiers
     */
    public Alternative baseline(Alternative machine) {
        Alternative changed = machine;
        if (conf.get("dfs.datanode.fsdataset.factory", "").endsWith(".JournaledDatasetFactory")) {
            changed = changed.with(Switch.COMBINED_LOG);
        }
        changed = changed.with(withSegments(machine.syncs()));
        if (conf.get("hbase.hstore.defaultengine.compactor.class", "").endsWith(".LocalCompactor")) {
            changed = changed.with(Switch.LOCAL_COMPACTION);
        }
        if (conf.getBoolean("hbase.wal.hsync", false)) {
            changed = changed.with(Switch.HSYNC);
        }
        if (changed.has(Switch.LINUX_CACHE) && conf.getBoolean("dfs.datanode.drop.cache.behind.writes", false)) {
            changed = changed.with(Switch.NO_WRITE_ALLOCATE);
        }
        String[] names = conf.getTrimmedStrings("dfs.tier.names");
        Alternative baseline = names.length == 0 ? changed : tiered(changed, names);
        TierChange.check(baseline, List.of());
        return baseline;
    }

    private SyncSettings withSegments(SyncSettings settings) {
        try {
            return settings.withSegments(conf.getLongBytes(SEGMENT_SIZE, settings.segmentBytes()));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "invalid " + SEGMENT_SIZE + "=" + conf.get(SEGMENT_SIZE) + ": must be a size from 64k to 16g", e);
        }
    }

    private Alternative tiered(Alternative machine, String... names) {
        List<Tier> known = machine.layout().tiers();
        List<Tier> tiers = Arrays.stream(names)
                .map(name -> known.stream()
                        .filter(tier -> tier.name().equals(name))
                        .findFirst()
                        .orElseThrow(() -> TierChange.missing(name)))
                .toList();
        Alternative ordered = machine.with(machine.layout().withTiers(tiers));
        Alternative placed = TierChange.place(ordered, TierChange.ofClosedFiles(policy()));
        return placed.with(placed.layout().withRetrieval(conf.get("dfs.tier.retrieval", "network-aware")));
    }

    private String policy() {
        return conf.get("dfs.tier.policy", "network-aware");
    }

    /** Returns a line about a policy that is not simulated as it is; empty for others. */
    public Optional<String> note() {
        if (conf.getTrimmedStrings("dfs.tier.names").length == 0) {
            return Optional.empty();
        }
        String simulated = TierChange.ofClosedFiles(policy());
        return simulated.equals(policy())
                ? Optional.empty()
                : Optional.of("dfs.tier.policy=" + policy() + " is simulated as " + simulated
                        + ": replicas do not move when a file is closed");
    }

    /**
     * Rejects features that the trace was recorded with, so that its requests contain their effects.
     *
     * @param name features of an alternative
     */
    public void check(String name) {
        for (Change change : Change.of(name)) {
            Optional<String> key =
                    switch (change.feature()) {
                        case REPLICATION -> equal("dfs.replication", conf.getInt("dfs.replication", 0), change.value());
                        case BLOCK ->
                            equal(
                                    "dfs.blocksize",
                                    conf.getLongBytes("dfs.blocksize", 0),
                                    String.valueOf(Change.positive(change.value())));
                        case WAL_COMPRESSION ->
                            conf.getBoolean("hbase.regionserver.wal.enablecompression", false)
                                    ? Optional.of("hbase.regionserver.wal.enablecompression")
                                    : Optional.empty();
                        default -> Optional.empty();
                    };
            if (key.isPresent()) {
                throw new IllegalArgumentException(change + " is on already in " + directory + " (" + key.get()
                        + "): it is a part of the baseline");
            }
        }
    }

    private static Optional<String> equal(String key, long value, String asked) {
        return asked.equals(String.valueOf(value)) ? Optional.of(key) : Optional.empty();
    }
}
