package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.conf.Configuration;
import org.underbase.combinedlog.block.BlockKey;
import org.underbase.combinedlog.block.BlockLog;
import org.underbase.combinedlog.block.ReplicaStatus;
import org.underbase.combinedlog.journal.Journal;
import org.underbase.combinedlog.journal.JournalOptions;
import org.underbase.combinedlog.mode.StorageModes;

/** Status and control of a running journal, for its administration. Thread-safe. */
final class JournalControl {
    private final Journal<BlockKey> journal;
    private final BlockLog log;
    private final Path directory;
    private final JournalMetrics metrics;
    private final BooleanSupplier active;
    private final JournalSettings settings;
    private final StorageModes modes;

    JournalControl(
            Journal<BlockKey> journal,
            BlockLog log,
            Path directory,
            JournalMetrics metrics,
            BooleanSupplier active,
            Configuration conf,
            StorageModes modes) {
        this.journal = journal;
        this.log = log;
        this.directory = directory;
        this.metrics = metrics;
        this.active = active;
        this.settings = new JournalSettings(conf);
        this.modes = modes;
    }

    Path directory() {
        return directory;
    }

    UUID id() {
        return journal.id();
    }

    boolean isActive() {
        return active.getAsBoolean();
    }

    /** Returns the sequence of the last record on disk. */
    long durableSequence() {
        return journal.durable();
    }

    String lastCheckpointFailure() {
        return journal.lastCheckpointFailure();
    }

    /** Returns the current counters and gauges by name. */
    Map<String, Long> metrics() {
        return metrics.values();
    }

    /** Returns the tracked replicas, open ones first, then by block. */
    List<ReplicaStatus> streams() {
        return log.status().stream()
                .sorted(Comparator.comparing((ReplicaStatus each) -> !each.open())
                        .thenComparing(each -> each.key().pool())
                        .thenComparing(each -> each.key().id()))
                .toList();
    }

    /** Returns the modes of the storage types. */
    StorageModes storageModes() {
        return modes;
    }

    /** Returns the live settings. */
    Map<String, String> settings() {
        return settings.live();
    }

    /**
     * Changes live settings until the restart of the DataNode.
     *
     * @throws IllegalArgumentException if a key is not live or a value is invalid; nothing is changed
     */
    void change(Map<String, String> changes) {
        settings.change(changes, changed -> {
            JournalOptions options = JournalSettings.options(changed);
            int limit = JournalSettings.syncMaxBytes(changed);
            journal.change(options);
            log.syncMaxBytes(limit);
        });
    }

    /** Fsyncs the block files of all records, and reclaims the full segments. */
    void checkpoint() throws IOException {
        journal.checkpoint();
    }
}
