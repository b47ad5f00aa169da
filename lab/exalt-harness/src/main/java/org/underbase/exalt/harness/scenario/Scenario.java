package org.underbase.exalt.harness.scenario;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/** Question about scale that a run answers. */
public interface Scenario {
    /**
     * Returns all scenarios.
     *
     * @return scenarios in the order of the list
     */
    static List<Scenario> all() {
        return List.of(
                new Handlers(),
                new LargeDirectory(),
                new GrowingFile(),
                new FullReport(),
                new EditLog(),
                new NameNodeMemory(),
                new DataInMemory(),
                new FineGrainedLock(),
                new HBaseRegionServers(),
                new HBaseRegions(),
                new HBaseValues());
    }

    /**
     * Returns the name.
     *
     * @return name in lower case, with hyphens
     */
    String name();

    /**
     * Describes the measurement.
     *
     * @return one line of text
     */
    String question();

    /**
     * Returns the default amount of work.
     *
     * @return number of entries, blocks or seconds, as {@link #question} states
     */
    long defaultCount();

    /**
     * Measures the baseline and the change.
     *
     * @param options options of the scenario
     * @param progress receiver of progress lines
     * @return measurements and verdict
     * @throws IOException if a cluster does not start, or a process exits
     * @throws InterruptedException if this thread is interrupted
     */
    ScenarioResult run(ScenarioOptions options, Consumer<String> progress) throws IOException, InterruptedException;
}
