package org.underbase.localcompact.soak;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Fault schedule of one table.
 *
 * @param number number from 1
 * @param fault fault to inject
 * @param trigger trigger of the fault
 * @param block index of the block; -1 for any
 * @param victim index among the merging nodes, without the table's own if the fault spares it
 * @param more choice between two variants of the fault
 * @param minor whether the compaction is minor
 * @param concurrent concurrent faults on other nodes, at most one
 * @param seed seed of the written rows
 */
record Schedule(
        long number,
        Fault fault,
        Trigger trigger,
        int block,
        int victim,
        boolean more,
        boolean minor,
        List<Fault> concurrent,
        long seed) {
    private static final int BLOCKS = 3;
    private static final int MINOR_ONE_IN = 3;
    private static final int TWO_ONE_IN = 3;
    private static final String MINOR = "minor";

    /** Faults of large compactions, in addition to losses. */
    private static final Set<Fault> LARGE = Set.of(
            Fault.KILL_DATANODE,
            Fault.KILL_WORKER,
            Fault.DIVERGING_REPLICA,
            Fault.SLOW_WORKER,
            Fault.FULL_DISK,
            Fault.CUT_LINK);

    /** Offset of the numbers of repeated schedules. */
    private static final long AGAIN = 100_000;

    private record Card(Fault fault, Trigger trigger) {}

    String table() {
        return (minor ? MINOR : "major") + number;
    }

    /** Returns whether a table gets minor compactions. */
    static boolean isMinor(String table) {
        return table.startsWith(MINOR);
    }

    /** Generates schedules: every fault occurs once at each of its points before any occurs again. */
    static Iterator<Schedule> deal(Random random, Set<Fault> faults) {
        return new Iterator<>() {
            private final List<Card> deck = new ArrayList<>();
            private long number;

            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public Schedule next() {
                if (deck.isEmpty()) {
                    for (Fault fault : faults) {
                        fault.triggers().forEach(trigger -> deck.add(new Card(fault, trigger)));
                    }
                    Collections.shuffle(deck, random);
                }
                Card card = deck.remove(deck.size() - 1);
                return of(++number, card.fault(), card.trigger(), random);
            }
        };
    }

    /** Generates schedules with one fault of a major compaction each; every other one is a loss. */
    static Iterator<Schedule> dealLarge(Random random, Set<Fault> faults) {
        Set<Fault> possible = EnumSet.copyOf(LARGE);
        possible.retainAll(faults);
        Iterator<Schedule> others = deal(random, possible);
        List<Trigger> losses = Fault.LOSE_DATANODE.triggers();
        return Stream.iterate(1L, number -> number + 1)
                .map(number -> (number % 2 == 1
                                ? of(number, Fault.LOSE_DATANODE, losses.get(random.nextInt(losses.size())), random)
                                : others.next())
                        .large(number))
                .iterator();
    }

    private Schedule large(long newNumber) {
        return new Schedule(newNumber, fault, trigger, block, victim, more, false, List.of(), seed);
    }

    /** Creates a schedule of a fault with random other parameters. */
    static Schedule of(long number, Fault fault, Trigger trigger, Random random) {
        int block = trigger.isPerBlock() ? random.nextInt(BLOCKS) : -1;
        return new Schedule(
                number,
                fault,
                trigger,
                block,
                random.nextInt(fault.sparesCoordinator() ? 2 : 3),
                random.nextBoolean(),
                random.nextInt(MINOR_ONE_IN) == 0,
                concurrent(fault, random),
                random.nextLong());
    }

    /** Copies the fault and its point to a new table with random other parameters. */
    Schedule redrawn() {
        return of(number + AGAIN, fault, trigger, new Random(seed));
    }

    private static List<Fault> concurrent(Fault fault, Random random) {
        if (!fault.isKill() || random.nextInt(TWO_ONE_IN) > 0) {
            return List.of();
        }
        List<Fault> others = Stream.of(Fault.values())
                .filter(other -> other.isKill() && (other != fault || other.hasTargetOnEveryNode()))
                .toList();
        return List.of(others.get(random.nextInt(others.size())));
    }

    @Override
    public String toString() {
        return fault + concurrent.stream().map(other -> " and " + other).collect(Collectors.joining()) + " at "
                + trigger + (block < 0 ? "" : " of block " + block) + (minor ? " of a minor compaction" : "");
    }
}
