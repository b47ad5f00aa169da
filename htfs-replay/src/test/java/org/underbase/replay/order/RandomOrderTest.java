package org.underbase.replay.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.underbase.htfs.format.Call;
import org.underbase.replay.trace.Operation;
import org.underbase.replay.trace.Traced;

/** Random traces with random durations: every pair of calls that must keep its order does. */
class RandomOrderTest {
    private static final int EVENTS = 300;
    private static final String[] PATHS = {"/a", "/a/b", "/a/b/f", "/a/b/g", "/a/c", "/d", "/d/f"};
    private static final Call[] CALLS = {
        Call.CREATE,
        Call.OPEN,
        Call.READ,
        Call.PREAD,
        Call.WRITE,
        Call.HFLUSH,
        Call.CLOSE_OUTPUT,
        Call.EXISTS,
        Call.LIST_STATUS,
        Call.RENAME,
        Call.DELETE,
        Call.MKDIRS
    };

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void allOrderEdgesAreKept(long seed) {
        Random random = new Random(seed);
        List<Operation> trace = trace(random);
        Pace pace =
                switch ((int) (seed % 3)) {
                    case 0 -> Pace.open(0, 3);
                    case 1 -> Pace.closed(0, 2);
                    default -> Pace.max();
                };
        VirtualRun run = new VirtualRun(pace, 1 + random.nextInt(12), operation -> random.nextInt(200));
        int added = 0;
        while (added < trace.size() || run.pending() > 0) {
            if (added < trace.size() && random.nextInt(3) > 0) {
                run.add(trace.get(added++));
            } else if (!run.advance() && added == trace.size()) {
                break;
            }
        }

        assertThat(run.ends()).as("seed %d: all calls end", seed).hasSameSizeAs(trace);
        IdentityHashMap<Operation, Integer> begins = new IdentityHashMap<>();
        IdentityHashMap<Operation, Integer> ends = new IdentityHashMap<>();
        for (int i = 0; i < run.log().size(); i++) {
            begins.putIfAbsent(run.log().get(i), i);
            ends.put(run.log().get(i), i);
        }
        OrderCheck check = OrderCheck.of(trace, begins::get, ends::get);
        assertThat(check.pairs()).as("pairs with an order").isGreaterThan(1000);
        assertThat(check.violations()).as("seed %d", seed).isEmpty();
    }

    private static List<Operation> trace(Random random) {
        List<Traced> events = new ArrayList<>();
        for (int thread = 0; thread < 6; thread++) {
            long time = random.nextInt(50);
            for (int i = 0; i < EVENTS / 6; i++) {
                long end = time + random.nextInt(60);
                Call call = CALLS[random.nextInt(CALLS.length)];
                Traced event = Traced.call(call, PATHS[random.nextInt(PATHS.length)])
                        .by("thread " + thread)
                        .at(time, end);
                if (call.kind() != Call.Kind.META) {
                    event.on(random.nextInt(5)).file(random.nextInt(3));
                }
                events.add(call == Call.RENAME ? event.to(PATHS[random.nextInt(PATHS.length)]) : event);
                time = end + random.nextInt(40);
            }
        }
        events.sort(Comparator.comparingLong(Traced::startNanos));
        return events.stream().map(Traced::operation).toList();
    }
}
