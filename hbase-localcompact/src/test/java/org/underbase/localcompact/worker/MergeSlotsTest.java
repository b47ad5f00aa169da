package org.underbase.localcompact.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Test of the queue of merges, with a virtual clock. */
class MergeSlotsTest {
    private static final long STEP = 100_000_000;

    private long now;
    private final MergeSlots slots = new MergeSlots(2, () -> now);

    @Test
    void ticketsGetSlotsInOrderOfFirstRequests() {
        assertThat(slots.acquire("a")).isTrue();
        assertThat(slots.acquire("b")).isTrue();
        assertThat(slots.acquire("c")).isFalse();
        assertThat(slots.acquire("d")).isFalse();
        slots.release();
        assertThat(slots.acquire("d")).isFalse();
        assertThat(slots.acquire("c")).isTrue();
        slots.release();
        assertThat(slots.acquire("d")).isTrue();
        assertThat(slots.abandoned()).isZero();
    }

    @Test
    void ticketThatIsNotRepeatedLeavesQueue() {
        slots.acquire("a");
        slots.acquire("b");
        slots.acquire("c");
        slots.release();
        now = MergeSlots.EXPIRY_NANOS;
        assertThat(slots.acquire("d")).as("c is still ahead").isFalse();
        now++;
        assertThat(slots.acquire("d")).isTrue();
        assertThat(slots.abandoned()).isEqualTo(1);
    }

    @Test
    void abandonedTicketLeavesQueue() {
        slots.acquire("a");
        slots.acquire("b");
        slots.acquire("c");
        slots.abandon("c");
        slots.abandon("unknown");
        slots.release();
        assertThat(slots.acquire("d")).isTrue();
        assertThat(slots.abandoned()).isEqualTo(1);
    }

    /** A compaction that needs a slot of each of its servers, in the order of their numbers. */
    private static final class Compaction {
        private final String id;
        private final List<Integer> servers;
        private int held;
        private long ends;

        Compaction(String id, List<Integer> servers) {
            this.id = id;
            this.servers = servers;
        }

        boolean acquire(List<MergeSlots> all) {
            while (held < servers.size() && all.get(servers.get(held)).acquire(id)) {
                held++;
            }
            return held == servers.size();
        }
    }

    /** 15 compactions at once on five servers with six slots: 45 merges for 30 slots. Every one gets its slots in turn. */
    @Test
    void queuedCompactionsAllRunAtSaturation() {
        Random random = new Random(22);
        List<MergeSlots> servers = IntStream.range(0, 5)
                .mapToObj(each -> new MergeSlots(6, () -> now))
                .toList();
        List<Compaction> waiting = new ArrayList<>();
        for (int i = 0; i < 15; i++) {
            waiting.add(new Compaction(
                    "t" + i,
                    random.ints(0, 5).distinct().limit(3).sorted().boxed().toList()));
        }
        List<Compaction> running = new ArrayList<>();
        int atOnce = 0;
        while (!waiting.isEmpty()) {
            List<Compaction> started =
                    waiting.stream().filter(each -> each.acquire(servers)).toList();
            started.forEach(each -> each.ends = now + 30 * STEP);
            waiting.removeAll(started);
            running.addAll(started);
            atOnce = now == 0 ? started.size() : atOnce;
            now += STEP;
            for (Compaction each : running) {
                if (each.ends == now) {
                    each.servers.forEach(server -> servers.get(server).release());
                }
            }
            assertThat(now).as("compactions still wait").isLessThan(15 * 30 * STEP);
        }
        assertThat(atOnce).as("compactions that do not wait").isBetween(1, 10);
        assertThat(servers).allSatisfy(each -> assertThat(each.abandoned()).isZero());
    }
}
