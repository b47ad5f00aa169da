package org.underbase.bench.soak.localcompact;

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
import org.underbase.bench.soak.finding.Finding;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.Soak;
import org.underbase.testbed.report.SoakOptions;
import org.underbase.testbed.report.SoakResult;

/**
 * Local compactions on four real nodes, in each of which something fails at a step: processes are killed, a replica is short or
 * different, a merge stands still, a disk gets full, a link is cut, the NameNode fails over. No row may be missing or wrong
 * then, HDFS has to be healthy, and nothing may be left of a compaction.
 */
public final class LocalCompactSoak implements Soak {
    /** Made and deleted at once. */
    private static final int TABLES = 12;

    /** So often a fault that was missed is tried again where each must come. */
    private static final int AGAIN = 3;

    private final boolean once;

    /** For {@link java.util.ServiceLoader}. */
    public LocalCompactSoak() {
        this(false);
    }

    /** {@code once}: each kind of fault comes to pass once, whatever the count is. */
    LocalCompactSoak(boolean once) {
        this.once = once;
    }

    @Override
    public String name() {
        return "localcompact";
    }

    @Override
    public String description() {
        return "kills, spoilt replicas, full disks and cut links at each step of local compactions: no row is lost";
    }

    @Override
    public long defaultCount() {
        return 300;
    }

    @Override
    public String unit() {
        return "schedules, each with a fault at a step of a compaction";
    }

    @Override
    public SoakResult run(SoakOptions options, ProgressLine progress) throws IOException, InterruptedException {
        progress.step("seed " + options.seed() + ", " + options.count() + " schedules");
        Tally tally = new Tally();
        List<Schedule> schedules = schedules(options, FaultCluster.possible(progress::step));
        for (boolean pair : List.of(false, true)) {
            List<Schedule> some = schedules.stream()
                    .filter(schedule -> schedule.fault().needsPair() == pair)
                    .toList();
            Optional<String> wrong =
                    some.isEmpty() ? Optional.empty() : run(some, pair, options.workDirectory(), tally, progress);
            if (wrong.isPresent()) {
                return new SoakResult(
                        false,
                        tally.figures(),
                        "seed " + options.seed() + ", after " + tally.schedules() + " schedules: " + wrong.get());
            }
        }
        return new SoakResult(true, tally.figures(), "");
    }

    /** On a new cluster; what is wrong, where something is. */
    private Optional<String> run(List<Schedule> schedules, boolean pair, Path work, Tally tally, ProgressLine progress)
            throws IOException {
        Path directory = Files.createDirectories(work.resolve(pair ? "pair" : "single"));
        try (FaultCluster cluster = FaultCluster.start(directory, pair, progress::step);
                Tables tables = new Tables(cluster.client(), directory)) {
            try {
                Trials trials = new Trials(cluster, tables, tally, progress);
                List<Schedule> missed = trials.run(groups(schedules));
                for (int i = 0; once && i < AGAIN && !missed.isEmpty(); i++) {
                    missed = trials.run(
                            groups(missed.stream().map(Schedule::drawnAgain).toList()));
                }
                return Optional.empty();
            } catch (Finding | IOException | RuntimeException e) {
                cluster.collectLogs(work.resolve("logs"));
                return Optional.of(String.valueOf(e.getMessage()));
            } finally {
                tally.restarted(cluster.restarted());
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
        Iterator<Schedule> dealt = Schedule.deal(new Random(options.seed()), possible);
        List<Schedule> schedules = new ArrayList<>();
        if (once) {
            Set<Fault> left = EnumSet.copyOf(possible);
            while (!left.isEmpty()) {
                Schedule next = dealt.next();
                if (left.remove(next.fault())) {
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
