package org.underbase.exalt.harness.run;

import java.util.List;
import org.underbase.exalt.harness.measure.Cost;
import org.underbase.exalt.harness.measure.Phase;
import org.underbase.exalt.harness.measure.Sample;
import org.underbase.exalt.harness.profile.Profile;

/**
 * What a run measured.
 *
 * @param startSeconds until all DataNodes were live
 * @param phases writing, and reading when it was asked for
 * @param space of emulated DataNodes after it
 * @param cost of emulated DataNodes after it
 * @param regionServerCost of emulated RegionServers after it
 * @param fidelity what was real
 * @param warnings where the machine was the limit, and errors
 * @param samples second by second
 * @param profiles where processes spent their time; none when it was not asked for
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
     * Errors of clients.
     *
     * @return in all phases
     */
    public long errors() {
        return phases.stream().mapToLong(phase -> phase.said().errors()).sum();
    }
}
