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
 * @param steadyMillis length of the period without a switch after the quads, in milliseconds, for the tracer's own threads
 */
public record Schedule(int quads, int sliceMillis, int ignoredMillis, int warmUpQuads, int steadyMillis) {
    /** Shortest samples for which an interval can be computed. */
    private static final Schedule QUICK = new Schedule(4, 60, 10, 1, 200);

    /** Quads per run of the benchmark's options. */
    private static final int QUADS_PER_RUN = 20;

    private static final int WARM_UP_QUADS = 30;

    /** Six of the tracer's blocks. */
    private static final int STEADY_MILLIS = 30_000;

    /**
     * Creates the schedule of a benchmark.
     *
     * @param quick whether to check only that everything runs
     * @param runs number of runs; each has 20 quads of each kind
     */
    public static Schedule of(boolean quick, int runs) {
        return quick ? QUICK : new Schedule(QUADS_PER_RUN * runs, 250, 50, WARM_UP_QUADS, STEADY_MILLIS);
    }

    /** Estimates the duration, in seconds. */
    public long seconds() {
        return TimeUnit.MILLISECONDS.toSeconds(4L * sliceMillis * (2L * quads + warmUpQuads) + steadyMillis);
    }

    /**
     * Runs all slices.
     *
     * @param system the system, which makes calls already
     * @param progress receiver of the completed fraction
     */
    public Slices run(Toggled system, DoubleConsumer progress) throws IOException, InterruptedException {
        for (int i = 0; i < warmUpQuads; i++) {
            quad(system, true, i % 2 == 0);
        }
        List<Quad> real = new ArrayList<>();
        List<Quad> equal = new ArrayList<>();
        for (int i = 0; i < quads; i++) {
            boolean abba = i % 2 == 0;
            real.add(quad(system, true, abba));
            equal.add(quad(system, false, abba));
            progress.accept((i + 1.0) / quads);
        }
        return new Slices(real, equal, steady(system));
    }

    /**
     * Measures the tracer's own threads while nothing is switched: each switch ends a block, which a process without switches does
     * every few seconds only.
     */
    private double steady(Toggled system) throws IOException, InterruptedException {
        system.record(true);
        Mark from = system.mark();
        Thread.sleep(steadyMillis);
        Mark steady = system.mark().since(from);
        return (double) steady.tracerNanos() / Math.max(1, steady.calls());
    }

    private Quad quad(Toggled system, boolean real, boolean abba) throws IOException, InterruptedException {
        Mark[] sides = {new Mark(0, 0, 0), new Mark(0, 0, 0)};
        boolean[] order = {abba, !abba, !abba, abba};
        for (boolean a : order) {
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
        }
        for (Mark side : sides) {
            if (side.calls() == 0) {
                throw new IOException("no call completed within two slices of " + sliceMillis + " ms");
            }
        }
        return new Quad(sides[0].callerNanosPerCall(), sides[1].callerNanosPerCall());
    }
}
