package org.underbase.bench.soak.localcompact;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.underbase.bench.frame.Progress;
import org.underbase.bench.frame.Soak;
import org.underbase.bench.frame.SoakOptions;
import org.underbase.bench.frame.SoakResult;
import org.underbase.bench.soak.finding.Finding;

/**
 * Local compactions on four real nodes, in each of which something fails at a step: a process is killed, a replica is short or
 * different, a merge stands still, a disk gets full, a link is cut. No row may be missing or wrong then, HDFS has to be
 * healthy, and nothing may be left of a compaction.
 */
public final class LocalCompactSoak implements Soak {
    /** Made and deleted at once. */
    private static final int TABLES = 12;

    private final boolean once;

    /** For {@link java.util.ServiceLoader}. */
    public LocalCompactSoak() {
        this(false);
    }

    /** {@code once}: each kind of fault comes once, whatever the count is. */
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
    public SoakResult run(SoakOptions options, Progress progress) throws IOException, InterruptedException {
        progress.step("seed " + options.seed() + ", " + options.count() + " schedules");
        Path directory = options.workDirectory();
        Tally tally = new Tally();
        try (FaultCluster cluster = FaultCluster.start(directory, progress::step);
                Tables tables = new Tables(cluster.client(), directory)) {
            try {
                new Trials(cluster, tables, tally, progress).run(schedules(options, cluster));
                return new SoakResult(true, tally.figures(cluster.restarted()), "");
            } catch (Finding | IOException | RuntimeException e) {
                cluster.collectLogs(directory.resolve("logs"));
                return new SoakResult(
                        false,
                        tally.figures(cluster.restarted()),
                        "seed " + options.seed() + ", after " + tally.schedules() + " schedules: " + e.getMessage());
            }
        }
    }

    private List<List<Schedule>> schedules(SoakOptions options, FaultCluster cluster) {
        Iterator<Schedule> dealt = Schedule.deal(new Random(options.seed()), cluster.faults());
        Set<Fault> left = EnumSet.copyOf(cluster.faults());
        List<List<Schedule>> groups = new ArrayList<>();
        List<Schedule> group = new ArrayList<>();
        long count = once ? left.size() : options.count();
        while (count > 0) {
            Schedule next = dealt.next();
            if (!once || left.remove(next.fault())) {
                group.add(next);
                count--;
            }
            if (group.size() == TABLES || count == 0) {
                groups.add(List.copyOf(group));
                group.clear();
            }
        }
        return groups;
    }
}
