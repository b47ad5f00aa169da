package org.underbase.bench.tiers.paper;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.underbase.bench.tiers.io.Task;

/** Tests of the assignment of tasks to nodes. */
class SchedulerTest {
    private static final List<Scheduler.Worker> WORKERS = List.of(
            new Scheduler.Worker("a", Set.of("a", "b")),
            new Scheduler.Worker("b", Set.of("a", "b")),
            new Scheduler.Worker("c", Set.of("c")));

    private static Scheduler.Located block(int index, String... hosts) {
        return new Scheduler.Located(new Task("/f", index, 1), Set.of(hosts));
    }

    @Test
    void nodesTakeTheirBlocksThenThoseOfTheirRackThenOthers() {
        List<List<Task>> tasks = Scheduler.assign(
                List.of(block(0, "c"), block(1, "a"), block(2, "b"), block(3, "c"), block(4, "a")), WORKERS, 1);
        assertThat(tasks.get(0)).hasSize(2).extracting(Task::offset).containsExactlyInAnyOrder(1L, 4L);
        // Its second block is the last, on another rack.
        assertThat(tasks.get(1)).hasSize(2).first().extracting(Task::offset).isEqualTo(2L);
        assertThat(tasks.get(2)).hasSize(1);
    }

    @Test
    void allBlocksAreAssignedOnceAndEvenly() {
        List<Scheduler.Located> blocks = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            blocks.add(block(i, "a"));
        }
        List<List<Task>> tasks = Scheduler.assign(blocks, WORKERS, 3);
        assertThat(tasks).allSatisfy(own -> assertThat(own).hasSize(10));
        assertThat(tasks.stream().flatMap(List::stream).map(Task::offset).distinct())
                .hasSize(30);
    }
}
