package org.underbase.bench.soak.localcompact;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.underbase.bench.soak.finding.Finding;
import org.underbase.operator.output.ProgressLine;

/** Schedules one after the other, on one cluster. */
final class Trials {
    private final FaultCluster cluster;
    private final Tables tables;
    private final Tally tally;
    private final ProgressLine progress;
    private final Outcomes outcomes;

    Trials(FaultCluster cluster, Tables tables, Tally tally, ProgressLine progress) {
        this.cluster = cluster;
        this.tables = tables;
        this.tally = tally;
        this.progress = progress;
        this.outcomes = new Outcomes(cluster.regionServers());
    }

    /** Each group has its tables made before, and looked at once more after all of it. Returns those whose fault did not come to pass. */
    List<Schedule> run(List<List<Schedule>> groups) throws IOException, Finding {
        List<Schedule> missed = new ArrayList<>();
        for (List<Schedule> group : groups) {
            List<String> names = group.stream().map(Schedule::table).toList();
            tables.create(names);
            for (Schedule schedule : group) {
                if (!run(schedule)) {
                    missed.add(schedule);
                }
            }
            for (String name : names) {
                tally.checked(tables.check(name));
            }
            tables.drop(names);
        }
        return missed;
    }

    private boolean run(Schedule schedule) throws IOException, Finding {
        long began = System.nanoTime();
        cluster.awaitWhole();
        String what = schedule.number() + ", " + schedule;
        try {
            Trial trial = new Trial(cluster, tables, outcomes, tally, schedule);
            boolean hit = trial.run();
            long rows = trial.settle();
            List<String> found = outcomes.of(schedule.table());
            if (found.isEmpty()) {
                throw new Finding("nobody says how " + schedule.table() + " was compacted");
            }
            tally.schedule(schedule, hit, found, rows);
            Duration time = Duration.ofNanos(System.nanoTime() - began);
            progress.step(what + (hit ? "" : " was missed") + ": " + found + ", " + rows + " rows, " + time.toSeconds()
                    + " s");
            return hit;
        } catch (Finding e) {
            throw new Finding(what + ": " + e.getMessage());
        } catch (IOException e) {
            throw new IOException(what + ": " + e.getMessage(), e);
        }
    }
}
