package org.underbase.localcompact.soak;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.underbase.operator.output.ProgressLine;

/** Sequential execution of schedules on one cluster. */
class Trials {
    private final FaultCluster cluster;
    private final Tables tables;
    private final SoakCounters counters;
    private final SoakJournal journal;
    private final ProgressLine progress;
    private final Outcomes outcomes;

    Trials(FaultCluster cluster, Tables tables, SoakCounters counters, SoakJournal journal, ProgressLine progress) {
        this.cluster = cluster;
        this.tables = tables;
        this.counters = counters;
        this.journal = journal;
        this.progress = progress;
        this.outcomes = new Outcomes(cluster.regionServers());
    }

    /** Runs groups of schedules. Each group checks HDFS and its tables again at its end. Returns the schedules whose fault did not occur. */
    List<Schedule> run(List<List<Schedule>> groups) throws IOException {
        List<Schedule> missed = new ArrayList<>();
        for (List<Schedule> group : groups) {
            List<String> names = group.stream().map(Schedule::table).toList();
            tables.create(names);
            List<SoakJournal.Finished> finished = new ArrayList<>();
            for (Schedule schedule : group) {
                SoakJournal.Finished result = run(schedule);
                finished.add(result);
                if (!result.hit()) {
                    missed.add(schedule);
                }
            }
            tables.awaitReplicated();
            for (String name : names) {
                counters.checkedRows(tables.check(name));
            }
            tables.drop(names);
            // Only after the checks: a resumed soak repeats the schedules of a group that failed or was interrupted.
            for (SoakJournal.Finished result : finished) {
                journal.add(result);
            }
        }
        return missed;
    }

    /** Runs one schedule. */
    SoakJournal.Finished run(Schedule schedule) throws IOException {
        long start = System.nanoTime();
        cluster.awaitHealthy();
        String title = schedule.number() + ", " + schedule;
        try {
            Trial trial = new Trial(cluster, tables, outcomes, schedule);
            long restarted = cluster.restarted();
            boolean hit = trial.run();
            long rows = trial.awaitFinalState();
            List<String> found = outcomes.of(schedule.table());
            if (found.isEmpty()) {
                throw new Violation("no server logged the outcome of the compaction of " + schedule.table());
            }
            SoakJournal.Finished finished = new SoakJournal.Finished(
                    schedule.number(), hit, found, rows, trial.kills(), cluster.restarted() - restarted);
            counters.schedule(schedule, finished);
            Duration time = Duration.ofNanos(System.nanoTime() - start);
            progress.step(title + (hit ? "" : " was missed") + ": " + found + ", " + rows + " rows, " + time.toSeconds()
                    + " s");
            return finished;
        } catch (IOException e) {
            throw new IOException(title + ": " + e.getMessage(), e);
        }
    }
}
