package org.underbase.sim.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.underbase.sim.report.RunResult;

/** Runs of a study: kept results are used, and the missing runs are simulated in their order. */
public final class StudyRuns {
    private StudyRuns() {}

    /**
     * Returns the results of all runs.
     *
     * @param runs runs
     * @param kept results of an earlier command; empty without an output directory
     * @param progress receives the number of the run with its progress
     * @throws IOException if a run fails, or a kept result is that of another study
     */
    public static List<RunResult> run(List<? extends Run> runs, Optional<KeptRuns> kept, Run.Progress progress)
            throws IOException {
        List<Optional<RunResult>> found = new ArrayList<>();
        for (Run run : runs) {
            found.add(kept.isPresent() ? kept.get().find(run.name()) : Optional.empty());
        }
        List<RunResult> results = new ArrayList<>();
        for (int i = 0; i < runs.size(); i++) {
            Run run = runs.get(i);
            if (found.get(i).isPresent()) {
                results.add(found.get(i).get());
                continue;
            }
            String prefix = runs.size() == 1 ? "" : "run " + (i + 1) + " of " + runs.size() + ", " + run.name() + ": ";
            double before = i;
            RunResult result = run.simulate((fraction, state) -> progress.update(
                    fraction < 0 ? fraction : (before + fraction) / runs.size(), () -> prefix + state.get()));
            if (kept.isPresent()) {
                kept.get().keep(result);
            }
            results.add(result);
        }
        return results;
    }
}
