package org.underbase.localcompact.coordinator;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Memory of the stores whose local compactions fail or diverge repeatedly without a majority. No node is at fault then, but the
 * store, its files or a codec may be, and each attempt costs a merge on every node. After two failures in succession, a store
 * uses stock compaction for a pause, which doubles with each further failure. Thread-safe.
 */
final class StoreBackoff {
    private static final Logger LOG = LoggerFactory.getLogger(StoreBackoff.class);

    private static final class Failures {
        private final Exclusion exclusion;
        private int count;
        private String last = "";

        Failures(long now) {
            exclusion = new Exclusion(now);
        }
    }

    private final long pauseNanos;
    private final LongSupplier clock;
    private final Map<String, Failures> stores = new HashMap<>();

    /** With a pause of zero no store waits. {@code clock} returns nanoseconds. */
    StoreBackoff(Duration pause, LongSupplier clock) {
        this.pauseNanos = pause.toNanos();
        this.clock = clock;
    }

    /** Runs a compaction; remembers its failure if the store is suspected, unless the region closes or compactions were disabled. */
    long run(String store, LocalCompaction compaction, BooleanSupplier active) throws IOException {
        try {
            long length = compaction.run();
            succeeded(store);
            return length;
        } catch (IOException | RuntimeException e) {
            // An interrupt disables compactions.
            if (compaction.isStoreSuspected()
                    && active.getAsBoolean()
                    && !Thread.currentThread().isInterrupted()) {
                failed(store, String.valueOf(e.getMessage()));
            }
            throw e;
        }
    }

    /** Counts a failed local compaction. */
    synchronized void failed(String store, String cause) {
        long now = clock.getAsLong();
        stores.values().removeIf(each -> each.exclusion.isForgotten(now));
        Failures failures = stores.computeIfAbsent(store, any -> new Failures(now));
        failures.count++;
        failures.last = cause;
        if (failures.count > 1 && pauseNanos > 0 && failures.exclusion.remaining(now) == 0) {
            LOG.warn(
                    "No local compactions of {} for {} s: {} failed in succession; check its files and codecs if this"
                            + " repeats: {}",
                    store,
                    Duration.ofNanos(failures.exclusion.begin(pauseNanos, now)).toSeconds(),
                    failures.count,
                    cause);
        }
    }

    /** Forgets the failures of a store after a local compaction. */
    synchronized void succeeded(String store) {
        stores.remove(store);
    }

    /** Returns the cause if a store does not use local compaction. */
    synchronized Optional<String> obstacle(String store) {
        Failures failures = stores.get(store);
        long remaining = failures == null ? 0 : failures.exclusion.remaining(clock.getAsLong());
        return remaining == 0
                ? Optional.empty()
                : Optional.of(failures.count + " local compactions failed in succession; the next one may start in "
                        + Duration.ofNanos(remaining).toSeconds() + " s; last failure: " + failures.last);
    }
}
