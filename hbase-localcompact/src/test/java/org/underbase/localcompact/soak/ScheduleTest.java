package org.underbase.localcompact.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Test that schedules depend only on the seed and cover every fault. */
class ScheduleTest {
    private static List<Schedule> deal(long seed, Set<Fault> faults, int count) {
        Iterator<Schedule> dealt = Schedule.deal(new Random(seed), faults);
        List<Schedule> schedules = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            schedules.add(dealt.next());
        }
        return schedules;
    }

    @Test
    void roundContainsEveryFaultWithEachOfItsTriggers() {
        Set<Fault> all = EnumSet.allOf(Fault.class);
        int round = all.stream().mapToInt(fault -> fault.triggers().size()).sum();
        List<Schedule> schedules = deal(5, all, round);
        for (Fault fault : all) {
            assertThat(schedules.stream()
                            .filter(schedule -> schedule.fault() == fault)
                            .map(Schedule::trigger))
                    .containsExactlyInAnyOrderElementsOf(fault.triggers());
        }
        assertThat(schedules.stream().map(Schedule::table).distinct()).hasSize(round);
        assertThat(schedules.stream().map(Schedule::block).distinct()).contains(-1, 0, 1, 2);
        assertThat(schedules.stream().map(Schedule::minor).distinct()).hasSize(2);
        assertThat(schedules).allMatch(each -> Schedule.isMinor(each.table()) == each.minor());
    }

    @Test
    void concurrentFaultIsInAnotherProcess() {
        List<Schedule> two = deal(5, EnumSet.allOf(Fault.class), 600).stream()
                .filter(schedule -> !schedule.concurrent().isEmpty())
                .toList();
        assertThat(two)
                .hasSizeGreaterThan(60)
                .allMatch(each ->
                        each.fault().isKill() && each.concurrent().get(0).isKill())
                .allMatch(each ->
                        each.fault() != each.concurrent().get(0) || each.fault().hasTargetOnEveryNode());
        assertThat(two.stream()
                        .map(each -> List.of(each.fault(), each.concurrent().get(0))))
                .contains(List.of(Fault.KILL_DATANODE, Fault.KILL_DATANODE));
    }

    @Test
    void sameSeedGeneratesSameSchedules() {
        Set<Fault> some = EnumSet.complementOf(EnumSet.of(Fault.CUT_LINK, Fault.FULL_DISK));
        assertThat(deal(7, some, 120)).isEqualTo(deal(7, some, 120)).isNotEqualTo(deal(8, some, 120));
        assertThat(deal(7, some, 120).stream().map(Schedule::fault)).doesNotContain(Fault.CUT_LINK);
    }

    @Test
    void everyOtherLargeScheduleLosesReplicaEarly() {
        Iterator<Schedule> dealt = Schedule.dealLarge(new Random(1), EnumSet.allOf(Fault.class));
        List<Schedule> large = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            large.add(dealt.next());
        }
        assertThat(large).allMatch(each -> !each.minor() && each.concurrent().isEmpty());
        assertThat(large.stream().filter(each -> each.number() % 2 == 1).map(Schedule::fault))
                .containsOnly(Fault.LOSE_DATANODE);
        assertThat(large.stream().filter(each -> each.fault() == Fault.LOSE_DATANODE))
                .hasSize(20)
                .allMatch(each -> each.block() >= 0 && each.block() < 3);
        assertThat(large.stream().map(Schedule::table)).doesNotHaveDuplicates();
        assertThat(large.stream().map(Schedule::fault)).contains(Fault.SLOW_WORKER, Fault.DIVERGING_REPLICA);
    }
}
