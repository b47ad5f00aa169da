package org.underbase.exalt.harness.run;

import java.util.List;
import org.underbase.exalt.harness.measure.Cost;
import org.underbase.exalt.harness.measure.Phase;
import org.underbase.exalt.harness.measure.Sample;
import org.underbase.exalt.harness.profile.Profile;

/**
 * Result of a run.
 *
 * @param startSeconds time until all DataNodes were live, in seconds
 * @param phases measurements of writing, and of reading if requested
 * @param space storage of emulated DataNodes after the run
 * @param cost resources of emulated DataNodes after the run
 * @param regionServerCost resources of emulated RegionServers after the run
 * @param fidelity fidelity report
 * @param warnings errors, and resources of the machine that were exhausted
 * @param samples samples per second
 * @param profiles profiles of the processes; empty without profiling
 */
public record RunResult(
        double startSeconds,
        List<Phase> phases,
        Space space,
        Cost cost,
        Cost regionServerCost,
        Fidelity fidelity,
        List<String> warnings,
        List<Sample> samples,
        List<Profile> profiles) {
    /**
     * Counts the client errors.
     *
     * @return number of errors in all phases
     */
    public long errors() {
        return phases.stream().mapToLong(phase -> phase.progress().errors()).sum();
    }
}
