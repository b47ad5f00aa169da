package org.underbase.sim.study;

import java.util.ArrayList;
import java.util.List;
import org.underbase.sim.cost.FlashWear;
import org.underbase.sim.disk.Disk;
import org.underbase.sim.request.Activity;
import org.underbase.sim.request.RequestListener;

/** Comparison of alternatives on one stream of requests. Caches insert pages that are read (no-write-allocate). */
public final class AlternativesStudy implements RequestListener, AutoCloseable {
    private static final double GB = 1 << 30;

    private final List<Alternative> alternatives;
    private final List<SimulatedSystem> systems = new ArrayList<>();
    private final StudySetup setup;
    private final Workers workers;
    private final ReadLane stock;
    private final ReadLane local;
    private final Slices slices;
    private final Totals totals = new Totals();

    /**
     * Creates a study.
     *
     * @param alternatives the alternatives, the baseline first
     * @param setup slices and threads
     */
    public AlternativesStudy(List<Alternative> alternatives, StudySetup setup) {
        this.alternatives = List.copyOf(alternatives);
        this.setup = setup;
        this.workers = new Workers(setup.threads());
        this.slices = new Slices(setup.sliceEvery(), setup.sliceNanos());
        alternatives.forEach(alternative -> systems.add(alternative.system()));
        this.stock = lane(false);
        this.local = lane(true);
    }

    private ReadLane lane(boolean localCompaction) {
        List<SimulatedSystem> chosen = new ArrayList<>();
        for (int i = 0; i < systems.size(); i++) {
            if (alternatives.get(i).localCompaction() == localCompaction) {
                chosen.add(systems.get(i));
            }
        }
        return new ReadLane(chosen, workers);
    }

    @Override
    public void request(long time, Activity activity, int file, int offset, int length, boolean received) {
        enter(time);
        int code = Batch.code(activity, received, false);
        if (activity.isWrite()) {
            totals.add(time, activity, length, received);
            stock.write(time, code, file, offset, length);
            local.write(time, code, file, offset, length);
        } else {
            if (!received) {
                stock.read(time, code, file, offset, length);
            }
            local.read(time, code, file, offset, length);
        }
    }

    private void enter(long time) {
        while (time >= slices.end()) {
            slices.next();
            stock.phase(slices);
            local.phase(slices);
        }
    }

    @Override
    public void deleted(long time, int file, int length) {
        enter(time);
        stock.delete(file, length);
        local.delete(file, length);
    }

    /**
     * Ends the study.
     *
     * @param minutes simulated time
     * @return the outcomes, in the order of the alternatives
     */
    public List<Outcome> finish(double minutes) {
        stock.finish();
        local.finish();
        List<Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < systems.size(); i++) {
            Alternative alternative = alternatives.get(i);
            ReadLane lane = alternative.localCompaction() ? local : stock;
            long saved = alternative.localCompaction() ? totals.received(Activity.COMPACTION_WRITE) : 0;
            double flash = alternative.hardware().flashGigabytes() * GB;
            double written = lane.evictions(systems.get(i)) * (double) Disk.PAGE / minutes;
            outcomes.add(new Outcome(
                    alternative,
                    systems.get(i),
                    setup.sliceNanos() / LayeredStudy.NANOS_PER_MINUTE,
                    (totals.received() - saved) / minutes,
                    flash == 0 ? Double.NaN : FlashWear.DEFAULT.years(flash, written)));
        }
        return outcomes;
    }

    /** Stops the threads. */
    @Override
    public void close() {
        workers.close();
    }
}
