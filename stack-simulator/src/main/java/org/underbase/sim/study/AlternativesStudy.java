package org.underbase.sim.study;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.underbase.sim.cost.FlashWear;
import org.underbase.sim.request.Activity;
import org.underbase.sim.request.RequestListener;

/**
 * Comparison of alternatives on one stream of requests. Caches insert pages that are read, and that of Linux also those that are
 * written.
 */
public final class AlternativesStudy implements RequestListener, AutoCloseable {
    private static final double GB = 1 << 30;
    private static final double MB = 1 << 20;

    private final List<Alternative> alternatives;
    private final List<SimulatedSystem> systems = new ArrayList<>();
    private final StudySetup setup;
    private final int machines;
    private final Workers workers;
    private final Map<Lane.Key, Lane> lanes = new LinkedHashMap<>();
    private final Slices slices;

    /**
     * Creates a study.
     *
     * @param alternatives the alternatives, the baseline first
     * @param setup slices and threads
     */
    public AlternativesStudy(List<Alternative> alternatives, StudySetup setup) {
        this(alternatives, setup, 0, 1);
    }

    /**
     * Creates a study of a machine of a cluster, whose machines differ if it has tiers.
     *
     * @param alternatives the alternatives, the baseline first
     * @param setup slices and threads
     * @param machine number of the machine
     * @param machines number of machines
     */
    public AlternativesStudy(List<Alternative> alternatives, StudySetup setup, int machine, int machines) {
        this.machines = machines;
        this.alternatives = List.copyOf(alternatives);
        this.setup = setup;
        this.workers = new Workers(setup.threads());
        this.slices = new Slices(setup.sliceEvery(), setup.sliceNanos());
        Map<Lane.Key, List<SimulatedSystem>> grouped = new LinkedHashMap<>();
        for (Alternative alternative : alternatives) {
            SimulatedSystem system = alternative.system(machine, machines);
            systems.add(system);
            grouped.computeIfAbsent(Lane.Key.of(alternative), key -> new ArrayList<>())
                    .add(system);
        }
        grouped.forEach((key, members) -> lanes.put(key, new Lane(key, members, workers)));
    }

    @Override
    public void placed(long time, int file, int blockLength, int length) {
        enter(time);
        lanes.values().forEach(lane -> lane.place(time, file, blockLength, length));
    }

    @Override
    public void request(long time, Activity activity, int file, int offset, int length, boolean received) {
        enter(time);
        for (Lane lane : lanes.values()) {
            lane.request(time, activity, file, offset, length, received);
        }
    }

    private void enter(long time) {
        while (time >= slices.end()) {
            slices.next();
            lanes.values().forEach(lane -> lane.phase(slices));
        }
    }

    @Override
    public void deleted(long time, int file, int length) {
        enter(time);
        lanes.values().forEach(lane -> lane.delete(time, file, length));
    }

    /**
     * Ends the study.
     *
     * @param minutes simulated time
     * @return the outcomes, in the order of the alternatives
     */
    public List<Outcome> finish(double minutes) {
        // Each machine has all slices, also those without a request.
        enter((long) (minutes * LayeredStudy.NANOS_PER_MINUTE) - 1);
        lanes.values().forEach(Lane::finish);
        double sliceMinutes = setup.sliceNanos() / LayeredStudy.NANOS_PER_MINUTE;
        List<Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < systems.size(); i++) {
            Alternative alternative = alternatives.get(i);
            SimulatedSystem system = systems.get(i);
            Lane lane = lanes.get(Lane.Key.of(alternative));
            Map<Metric, Map<Activity, Double>> rates =
                    LayerRates.of(lane, system, minutes, system.slices().size() * sliceMinutes);
            double flash = alternative.hardware().flashGigabytes() * GB;
            double worn = Outcome.sum(rates.get(Metric.FLASH_WRITES)) * MB;
            outcomes.add(new Outcome(
                    alternative,
                    machines,
                    system,
                    sliceMinutes,
                    rates,
                    flash == 0 ? Double.NaN : FlashWear.DEFAULT.years(flash, worn)));
        }
        return outcomes;
    }

    /** Stops the threads. */
    @Override
    public void close() {
        workers.close();
    }
}
