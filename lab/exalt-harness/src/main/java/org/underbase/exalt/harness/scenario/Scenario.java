package org.underbase.exalt.harness.scenario;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/** A question about scale that a run answers. */
public interface Scenario {
    /**
     * All of them.
     *
     * @return in the order in which they are listed
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
     * What it is called.
     *
     * @return lower case, with hyphens
     */
    String name();

    /**
     * What it asks.
     *
     * @return one line
     */
    String question();

    /**
     * How much is done when nobody says otherwise.
     *
     * @return entries, blocks or seconds, as {@link #question} says
     */
    long defaultCount();

    /**
     * Measures the baseline and the change.
     *
     * @param options of it
     * @param progress is told in short lines how far it is
     * @return what was measured, and what follows
     * @throws IOException when a cluster does not start, or a process dies
     * @throws InterruptedException when this thread is interrupted
     */
    ScenarioResult run(ScenarioOptions options, Consumer<String> progress) throws IOException, InterruptedException;
}
