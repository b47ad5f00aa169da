package org.underbase.bench.tracer.paired;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleConsumer;

/**
 * Times of the slices. Quads of both kinds alternate, and so do the orders ABBA and BAAB.
 *
 * @param quads number of quads of each kind
 * @param sliceMillis length of a slice, in milliseconds
 * @param ignoredMillis start of each slice that is not measured, in milliseconds: the switch itself and its aftermath
 * @param warmUpQuads number of quads before the measurement, so that the code of both sides is compiled
 */
public record Schedule(int quads, int sliceMillis, int ignoredMillis, int warmUpQuads) {
    /** Shortest samples for which an interval can be computed. */
    private static final Schedule QUICK = new Schedule(4, 60, 10, 1);

    /** Quads per run of the benchmark's options. */
    private static final int QUADS_PER_RUN = 20;

    private static final int WARM_UP_QUADS = 30;

    /**
     * Creates the schedule of a benchmark.
     *
     * @param quick whether to check only that everything runs
     * @param runs number of runs; each has 20 quads of each kind
     */
    public static Schedule of(boolean quick, int runs) {
        return quick ? QUICK : new Schedule(QUADS_PER_RUN * runs, 250, 50, WARM_UP_QUADS);
    }

    /** Estimates the duration, in seconds. */
    public long seconds() {
        return TimeUnit.MILLISECONDS.toSeconds(4L * sliceMillis * (2L * quads + warmUpQuads));
    }

    /**
     * Runs all slices.
     *
     * @param system the system, which makes calls already
     * @param progress receiver of the completed fraction
     */
    public Slices run(Toggled system, DoubleConsumer progress) throws IOException, InterruptedException {
        for (int i = 0; i < warmUpQuads; i++) {
            quad(system, true, i % 2 == 0, new Tally());
        }
        List<Quad> real = new ArrayList<>();
        List<Quad> equal = new ArrayList<>();
        Tally tally = new Tally();
        Mark start = system.mark();
        for (int i = 0; i < quads; i++) {
            boolean abba = i % 2 == 0;
            real.add(quad(system, true, abba, tally));
            equal.add(quad(system, false, abba, tally));
            progress.accept((i + 1.0) / quads);
        }
        system.record(true);
        long tracerNanos = system.mark().since(start).tracerNanos();
        return new Slices(real, equal, (double) tracerNanos / Math.max(1, tally.tracedCalls));
    }

    /** Number of calls in traced slices, those in the ignored parts included. */
    private static final class Tally {
        private long tracedCalls;
    }

    private Quad quad(Toggled system, boolean real, boolean abba, Tally tally)
            throws IOException, InterruptedException {
        Mark[] sides = {new Mark(0, 0, 0), new Mark(0, 0, 0)};
        boolean[] order = {abba, !abba, !abba, abba};
        for (boolean a : order) {
            Mark before = system.mark();
            if (real) {
                system.record(a);
            } else {
                system.record(true);
                system.changeNothing();
            }
            Thread.sleep(ignoredMillis);
            Mark from = system.mark();
            Thread.sleep(sliceMillis - ignoredMillis);
            Mark to = system.mark();
            int side = a ? 0 : 1;
            sides[side] = sides[side].plus(to.since(from));
            if (a || !real) {
                tally.tracedCalls += to.since(before).calls();
            }
        }
        for (Mark side : sides) {
            if (side.calls() == 0) {
                throw new IOException("no call completed within two slices of " + sliceMillis + " ms");
            }
        }
        return new Quad(sides[0].callerNanosPerCall(), sides[1].callerNanosPerCall());
    }
}
