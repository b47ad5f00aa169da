package org.underbase.localcompact.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.Soak;
import org.underbase.testbed.report.SoakOptions;
import org.underbase.testbed.report.SoakResult;

/**
 * Soak of local compactions on four real nodes. Each compaction meets a fault at a fault point: processes are killed, a replica is
 * short or divergent, a merge halts, a disk is full, a link is cut, or the NameNode fails over. Afterwards no row is missing or
 * wrong, HDFS is healthy, and the compaction leaves no files.
 */
public class LocalCompactSoak implements Soak {
    /** Number of tables that are created and deleted together. */
    private static final int TABLES = 12;

    /** Maximum number of repetitions of missed faults. */
    private static final int RETRIES = 3;

    private final Scale scale;
    private final Set<Fault> once;

    /** Constructor for {@link java.util.ServiceLoader}. */
    public LocalCompactSoak() {
        this(Scale.SMALL, Set.of());
    }

    /** Injects each of these faults once, independent of the count; repeats those that were missed. */
    LocalCompactSoak(Scale scale, Set<Fault> once) {
        this.scale = scale;
        this.once = once;
    }

    @Override
    public String name() {
        return "localcompact";
    }

    @Override
    public String description() {
        return "kills, corrupt replicas, full disks and cut links at each fault point of local compactions";
    }

    @Override
    public long defaultCount() {
        return 300;
    }

    @Override
    public String unit() {
        return "schedules, each with a fault at a point of a compaction";
    }

    @Override
    public boolean isResumable() {
        return true;
    }

    @Override
    public SoakResult run(SoakOptions options, ProgressLine progress) throws IOException, InterruptedException {
        progress.step("seed " + options.seed() + ", " + options.count() + " schedules");
        SoakCounters counters = new SoakCounters();
        Set<Fault> possible = FaultCluster.possible(progress::step);
        List<Schedule> schedules = new ArrayList<>(schedules(options, possible));
        SoakJournal journal =
                SoakJournal.open(options.progress(), name() + ", seed " + options.seed() + ", faults " + possible);
        for (SoakJournal.Finished finished : journal.finished()) {
            schedules.stream()
                    .filter(schedule -> schedule.number() == finished.number())
                    .forEach(schedule -> counters.schedule(schedule, finished));
            schedules.removeIf(schedule -> schedule.number() == finished.number());
        }
        if (!journal.finished().isEmpty()) {
            progress.step("resuming after " + counters.schedules() + " schedules");
        }
        for (boolean highlyAvailable : List.of(false, true)) {
            List<Schedule> some = schedules.stream()
                    .filter(schedule -> schedule.fault().needsHighAvailability() == highlyAvailable)
                    .toList();
            Optional<String> wrong = some.isEmpty()
                    ? Optional.empty()
                    : run(some, highlyAvailable, options.workDirectory(), counters, journal, progress);
            if (wrong.isPresent()) {
                return new SoakResult(
                        false,
                        counters.metrics(),
                        "seed " + options.seed() + ", after " + counters.schedules() + " schedules: " + wrong.get());
            }
        }
        return new SoakResult(true, counters.metrics(), "");
    }

    /** Runs schedules on a new cluster; returns the failure, if any. */
    private Optional<String> run(
            List<Schedule> schedules,
            boolean highlyAvailable,
            Path work,
            SoakCounters counters,
            SoakJournal journal,
            ProgressLine progress)
            throws IOException {
        Path directory = Files.createDirectories(work.resolve(highlyAvailable ? "ha" : "single"));
        try (FaultCluster cluster = FaultCluster.start(directory, scale, highlyAvailable, progress::step);
                Tables tables = new Tables(cluster.client(), scale, directory)) {
            try {
                Trials trials = new Trials(cluster, tables, counters, journal, progress);
                List<Schedule> missed = trials.run(groups(schedules));
                for (int i = 0; !once.isEmpty() && i < RETRIES && !missed.isEmpty(); i++) {
                    missed = trials.run(
                            groups(missed.stream().map(Schedule::redrawn).toList()));
                }
                return Optional.empty();
            } catch (IOException | RuntimeException e) {
                cluster.collectLogs(work.resolve("logs"));
                return Optional.of(String.valueOf(e.getMessage()));
            }
        }
    }

    private static List<List<Schedule>> groups(List<Schedule> schedules) {
        List<List<Schedule>> groups = new ArrayList<>();
        for (int from = 0; from < schedules.size(); from += TABLES) {
            groups.add(schedules.subList(from, Math.min(schedules.size(), from + TABLES)));
        }
        return groups;
    }

    private List<Schedule> schedules(SoakOptions options, Set<Fault> possible) {
        Random random = new Random(options.seed());
        Iterator<Schedule> dealt =
                scale.isLarge() ? Schedule.dealLarge(random, possible) : Schedule.deal(random, possible);
        List<Schedule> schedules = new ArrayList<>();
        if (!once.isEmpty()) {
            Set<Fault> remaining = EnumSet.copyOf(once);
            remaining.retainAll(possible);
            while (!remaining.isEmpty()) {
                Schedule next = dealt.next();
                if (remaining.remove(next.fault())) {
                    schedules.add(next);
                }
            }
        } else {
            for (long i = 0; i < options.count(); i++) {
                schedules.add(dealt.next());
            }
        }
        return schedules;
    }
}
