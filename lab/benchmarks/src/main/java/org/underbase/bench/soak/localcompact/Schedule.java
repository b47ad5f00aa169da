package org.underbase.bench.soak.localcompact;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.underbase.localcompact.worker.FaultPoint;

/**
 * What happens to one table.
 *
 * @param number from 1
 * @param step where; empty: when the new file is there
 * @param block index of the block
 * @param victim which of the nodes that merge, less the table's own where that cannot be hit
 * @param more decides what else is to be decided
 * @param minor whether some of the files are compacted; else all
 * @param also what fails at the same time, of another node where it is of one
 * @param seed of what is written
 */
record Schedule(
        long number,
        Fault fault,
        Optional<FaultPoint> step,
        int block,
        int victim,
        boolean more,
        boolean minor,
        Optional<Fault> also,
        long seed) {
    private static final int BLOCKS = 3;
    private static final int MINOR_ONE_IN = 3;
    private static final int TWO_ONE_IN = 3;
    private static final String MINOR = "minor";

    /** Added to the number of one that is drawn again. */
    private static final long AGAIN = 100_000;

    private record Card(Fault fault, Optional<FaultPoint> step) {}

    String table() {
        return (minor ? MINOR : "major") + number;
    }

    /** Whether that is a table of which some files are compacted. */
    static boolean isMinor(String table) {
        return table.startsWith(MINOR);
    }

    /** Deals schedules: every fault at each of its steps comes once before one comes again. */
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
                        fault.steps().forEach(step -> deck.add(new Card(fault, step)));
                    }
                    Collections.shuffle(deck, random);
                }
                Card card = deck.remove(deck.size() - 1);
                return of(++number, card.fault(), card.step(), random);
            }
        };
    }

    /** One with that fault, and all else drawn. */
    static Schedule of(long number, Fault fault, Optional<FaultPoint> step, Random random) {
        int block = step.isPresent() && hasBlock(step.get()) ? random.nextInt(BLOCKS) : -1;
        return new Schedule(
                number,
                fault,
                step,
                block,
                random.nextInt(fault.hitsAnother() ? 2 : 3),
                random.nextBoolean(),
                random.nextInt(MINOR_ONE_IN) == 0,
                also(fault, random),
                random.nextLong());
    }

    /** The same fault at the same step of a new table, and all else drawn. */
    Schedule drawnAgain() {
        return of(number + AGAIN, fault, step, new Random(seed));
    }

    private static Optional<Fault> also(Fault fault, Random random) {
        if (!fault.isKill() || random.nextInt(TWO_ONE_IN) > 0) {
            return Optional.empty();
        }
        List<Fault> others = Stream.of(Fault.values())
                .filter(other -> other.isKill() && (other != fault || other.isOfAnyNode()))
                .toList();
        return Optional.of(others.get(random.nextInt(others.size())));
    }

    private static boolean hasBlock(FaultPoint step) {
        return step != FaultPoint.TICKETS_SENT
                && step != FaultPoint.MERGE_BEGUN
                && step != FaultPoint.COMPLETING
                && step != FaultPoint.COMPLETE;
    }

    @Override
    public String toString() {
        return fault + also.map(other -> " and " + other).orElse("") + " at "
                + step.map(FaultPoint::name).orElse("COMMITTED") + (block < 0 ? "" : " of block " + block)
                + (minor ? " of a minor compaction" : "");
    }
}
