package org.underbase.analysis.mapreduce.soak;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.TestCluster;
import org.underbase.testbed.report.Soak;
import org.underbase.testbed.report.SoakOptions;
import org.underbase.testbed.report.SoakResult;

/**
 * Soak of analyses on YARN: each schedule analyzes another trace in one process and as jobs on three nodes, while a task, an
 * ApplicationMaster or a NodeManager is killed. Both results are equal byte by byte.
 */
public final class AnalysisYarnSoak implements Soak {
    private static final int NODES = 3;
    private static final List<Fault> FAULTS = List.of(Fault.values());

    @Override
    public String name() {
        return "analysis-yarn";
    }

    @Override
    public String description() {
        return "analyses on YARN with kill -9 of tasks, ApplicationMasters and NodeManagers: the bytes of one process";
    }

    @Override
    public long defaultCount() {
        return 20;
    }

    @Override
    public String unit() {
        return "schedules, each with a trace and a fault";
    }

    @Override
    public SoakResult run(SoakOptions options, ProgressLine progress) throws IOException, InterruptedException {
        progress.step("seed " + options.seed() + ", " + options.count() + " schedules");
        List<String> failures = new ArrayList<>();
        Map<Fault, Integer> faults = new EnumMap<>(Fault.class);
        SplittableRandom random = new SplittableRandom(options.seed());
        Path work = options.workDirectory();
        try (JobCluster cluster = JobCluster.start(TestCluster.builder()
                .name(name())
                .nodes(NODES)
                .progress(progress::step)
                .logsOnFailure(work.resolve("logs")))) {
            for (int i = 0; i < options.count() && failures.isEmpty(); i++) {
                Fault fault = FAULTS.get(i % FAULTS.size());
                Schedule schedule = new Schedule(i, fault, random.nextLong());
                progress.step(schedule + " of " + options.count());
                schedule.run(cluster, work.resolve("schedule-" + i)).ifPresent(failures::add);
                faults.merge(fault, 1, Integer::sum);
            }
            if (!failures.isEmpty()) {
                cluster.daemons().collectLogs(work.resolve("logs"));
            }
        }
        Map<String, String> metrics = new LinkedHashMap<>();
        faults.forEach((fault, count) -> metrics.put(fault.name().toLowerCase(Locale.ROOT), Integer.toString(count)));
        return new SoakResult(failures.isEmpty(), metrics, String.join("\n", failures));
    }
}
