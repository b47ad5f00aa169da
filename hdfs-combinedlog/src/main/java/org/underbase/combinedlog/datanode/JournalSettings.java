package org.underbase.combinedlog.datanode;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.underbase.combinedlog.conf.CombinedLogKeys;
import org.underbase.combinedlog.journal.JournalOptions;
import org.underbase.operator.config.ConfigKey;
import org.underbase.operator.config.InvalidSettingException;

/**
 * Settings of a DataNode's journal. The live ones can change while the DataNode runs; a change lasts until its restart.
 * Thread-safe.
 */
final class JournalSettings {
    private static final long MIN_BUFFER = 16 << 10;
    private static final long MAX_BUFFER = 256 << 20;
    private static final long MAX_DELAY = 1_000;
    private static final long MAX_INTERVAL = 10_000;
    private static final int PAGE = 4096;
    private static final long MIN_SEGMENT = 64 << 10;
    private static final long MAX_SEGMENT = 16L << 30;
    private static final long MIN_TIMEOUT = 100;
    private static final long MAX_TIMEOUT = 3_600_000;
    private static final long MAX_FILL_TIME = 86_400_000;
    private static final List<ConfigKey> LIVE =
            CombinedLogKeys.all().stream().filter(ConfigKey::live).toList();

    private Configuration conf;

    JournalSettings(Configuration conf) {
        this.conf = conf;
    }

    /** @throws IllegalArgumentException if a value is invalid */
    static JournalOptions options(Configuration conf) {
        long size = CombinedLogKeys.SEGMENT_SIZE.bytes(conf, MIN_SEGMENT, MAX_SEGMENT) & -PAGE;
        long max = CombinedLogKeys.SEGMENT_MAX.bytes(conf, MIN_SEGMENT, MAX_SEGMENT) & -PAGE;
        long buffer = Math.min(CombinedLogKeys.BUFFER_SIZE.bytes(conf, MIN_BUFFER, MAX_BUFFER), size / 4) & -PAGE;
        return JournalOptions.defaults()
                .withLayout((int) CombinedLogKeys.SEGMENTS.number(conf, 3, 64), size, Math.max(size, max), (int) buffer)
                .withSegmentFillTime(
                        Duration.ofMillis(CombinedLogKeys.SEGMENT_FILL_TIME.millis(conf, 0, MAX_FILL_TIME)))
                .withGroupCommitDelay(CombinedLogKeys.GROUP_COMMIT_DELAY.flag(conf))
                .withGroupCommitDelayMax(
                        Duration.ofMillis(CombinedLogKeys.GROUP_COMMIT_DELAY_MAX.millis(conf, 0, MAX_DELAY)))
                .withDirectWrites(CombinedLogKeys.DIRECT_WRITES.flag(conf))
                .withLinger(Duration.ofMillis(CombinedLogKeys.COMMIT_INTERVAL.millis(conf, 1, MAX_INTERVAL)))
                .withSyncTimeout(Duration.ofMillis(CombinedLogKeys.SYNC_TIMEOUT.millis(conf, MIN_TIMEOUT, MAX_TIMEOUT)))
                .withSegmentWaitTimeout(
                        Duration.ofMillis(CombinedLogKeys.SEGMENT_WAIT_TIMEOUT.millis(conf, 0, MAX_TIMEOUT)))
                .withRetry(Duration.ofMillis(CombinedLogKeys.CHECKPOINT_RETRY.millis(conf, 1, MAX_TIMEOUT)));
    }

    /** @throws IllegalArgumentException if the value is invalid */
    static int syncMaxBytes(Configuration conf) {
        return (int) Math.min(CombinedLogKeys.SYNC_MAX_BYTES.bytes(conf), Integer.MAX_VALUE);
    }

    /** Returns the live settings by key. */
    synchronized Map<String, String> live() {
        Map<String, String> values = new LinkedHashMap<>();
        LIVE.forEach(key -> values.put(key.name(), key.text(conf)));
        return values;
    }

    /**
     * Changes live settings, all or none.
     *
     * @param changes new values by key
     * @param apply receiver of the changed configuration, which throws IllegalArgumentException if a value is invalid
     * @throws InvalidSettingException if a key is not live or a value is invalid
     */
    synchronized void change(Map<String, String> changes, Consumer<Configuration> apply) {
        Configuration changed = new Configuration(conf);
        changes.forEach((name, value) -> {
            if (LIVE.stream().noneMatch(key -> key.name().equals(name))) {
                throw new InvalidSettingException("cannot change " + name + " while the DataNode runs; live keys are "
                        + String.join(", ", live().keySet()));
            }
            changed.set(name, value);
        });
        apply.accept(changed);
        conf = changed;
    }
}
