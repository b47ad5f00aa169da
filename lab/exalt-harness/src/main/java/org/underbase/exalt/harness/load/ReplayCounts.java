package org.underbase.exalt.harness.load;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;

/** Counters of the threads of a replay. Thread-safe. */
final class ReplayCounts {
    private static final long TOLERANCE_NANOS = 5_000_000;

    private final Map<AuditCommand, Each> commands = new EnumMap<>(AuditCommand.class);
    final LongAdder unsupported = new LongAdder();
    final LongAdder unreadable = new LongAdder();
    private final LongAdder late = new LongAdder();
    private final LongAdder lateNanos = new LongAdder();

    private static final class Each {
        private final LongAdder made = new LongAdder();
        private final LongAdder refused = new LongAdder();
        private final LongAdder nanos = new LongAdder();
    }

    ReplayCounts() {
        for (AuditCommand each : AuditCommand.values()) {
            commands.put(each, new Each());
        }
    }

    void made(AuditCommand command, long nanos, boolean refused) {
        Each each = commands.get(command);
        each.made.increment();
        each.nanos.add(nanos);
        if (refused) {
            each.refused.increment();
        }
    }

    void behind(long nanos) {
        if (nanos > TOLERANCE_NANOS) {
            late.increment();
            lateNanos.add(nanos);
        }
    }

    Replayed now() {
        Map<String, Replayed.Calls> calls = new TreeMap<>();
        commands.forEach((command, each) -> {
            if (each.made.sum() > 0) {
                calls.put(
                        command.name().toLowerCase(Locale.ROOT),
                        new Replayed.Calls(each.made.sum(), each.refused.sum(), each.nanos.sum()));
            }
        });
        return new Replayed(calls, unsupported.sum(), unreadable.sum(), late.sum(), lateNanos.sum() / 1_000_000);
    }
}
