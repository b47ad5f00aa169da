package org.underbase.replay.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.underbase.htfs.format.Call;
import org.underbase.replay.execute.CallExecutor;
import org.underbase.replay.execute.Outcome;
import org.underbase.replay.order.OrderCheck;
import org.underbase.replay.order.Pace;
import org.underbase.replay.trace.Operation;
import org.underbase.replay.trace.Traced;

/** Threads of a replay, with an executor that makes no calls. */
@Timeout(60)
class WorkersTest {
    private static List<Operation> trace(long seed, int events) {
        Random random = new Random(seed);
        Call[] calls = {Call.CREATE, Call.EXISTS, Call.DELETE, Call.PREAD};
        List<Operation> trace = new ArrayList<>();
        for (int i = 0; i < events; i++) {
            trace.add(Traced.call(calls[random.nextInt(calls.length)], "/d/" + random.nextInt(5))
                    .by("traced " + random.nextInt(10))
                    .at(10L * i, 10L * i + random.nextInt(10))
                    .operation());
        }
        return trace;
    }

    private static Tally run(List<Operation> trace, CallExecutor executor, long maxDivergence) throws Exception {
        Tally tally = new Tally(maxDivergence, false);
        try (Workers workers = new Workers(Pace.max(), 8, executor, tally)) {
            for (Operation operation : trace) {
                workers.add(operation);
            }
            workers.end(() -> {});
        }
        return tally;
    }

    @Test
    void allCallsRunInTheirOrderByAThreadWithTheRecordedName() throws Exception {
        List<Operation> trace = trace(1, 1000);
        AtomicLong clock = new AtomicLong();
        Map<Operation, Long> begins = new ConcurrentHashMap<>();
        Map<Operation, Long> ends = new ConcurrentHashMap<>();
        List<String> names = Collections.synchronizedList(new ArrayList<>());
        Tally tally = run(
                trace,
                operation -> {
                    begins.put(operation, clock.incrementAndGet());
                    if (!Thread.currentThread()
                            .getName()
                            .equals(operation.event().thread())) {
                        names.add(Thread.currentThread().getName());
                    }
                    ends.put(operation, clock.incrementAndGet());
                    return outcome(operation.event().result(), Optional.empty());
                },
                Long.MAX_VALUE);

        assertThat(tally.finished()).isEqualTo(1000);
        assertThat(tally.diverged()).isZero();
        assertThat(names).isEmpty();
        OrderCheck check = OrderCheck.of(trace, begins::get, ends::get);
        assertThat(check.pairs()).isGreaterThan(1000);
        assertThat(check.violations()).isEmpty();
    }

    @Test
    void tooManyDivergencesStopTheReplay() throws Exception {
        List<Operation> trace = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            trace.add(Traced.call(Call.EXISTS, "/f").at(i, i).operation());
        }
        Tally tally = run(trace, operation -> outcome(-1, Optional.of("IOException: no")), 3);

        assertThat(tally.diverged()).isEqualTo(4);
        assertThat(tally.finished()).isEqualTo(4);
        assertThat(tally.examples()).hasSize(4).allMatch(line -> line.contains("exists /f: IOException"));
    }

    private static Outcome outcome(long result, Optional<String> failure) {
        return new Outcome(Outcome.Type.MADE, result, failure, false);
    }
}
