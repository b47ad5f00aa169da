package org.underbase.localcompact.coordinator;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Durations of a local compaction's phases, each summed up over all blocks. Used by one thread. */
final class PhaseTimes {
    /** Phase of a local compaction. */
    enum Phase {
        /** The merges get their tickets. */
        START,
        /** The NameNode allocates a block. */
        ALLOCATE,
        /** The servers merge, and their DataNodes receive the replicas, until a quorum has a block. */
        MERGE,
        /** The DataNodes finalize the replicas. */
        FINALIZE,
        /** The NameNode completes the file and has all of its replicas. */
        COMPLETE
    }

    private final LongSupplier nanos;
    private final Map<Phase, Long> sums = new EnumMap<>(Phase.class);
    private Phase current = Phase.START;
    private long since;

    /** {@code nanos} is the clock; the first phase starts now. */
    PhaseTimes(LongSupplier nanos) {
        this.nanos = nanos;
        this.since = nanos.getAsLong();
    }

    /** Ends the current phase and starts another. */
    void enter(Phase next) {
        long now = nanos.getAsLong();
        sums.merge(current, now - since, Long::sum);
        since = now;
        current = next;
    }

    /** Ends the current phase. */
    void end() {
        enter(current);
    }

    @Override
    public String toString() {
        List<String> parts = new ArrayList<>();
        sums.forEach((phase, sum) ->
                parts.add(phase.name().toLowerCase(Locale.ROOT) + " " + TimeUnit.NANOSECONDS.toMillis(sum) + " ms"));
        return String.join(", ", parts);
    }
}
