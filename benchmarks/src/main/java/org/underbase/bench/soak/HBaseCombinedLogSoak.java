package org.underbase.bench.soak;

import java.io.IOException;
import java.util.List;
import org.underbase.bench.frame.Progress;
import org.underbase.bench.frame.Soak;
import org.underbase.bench.frame.SoakOptions;
import org.underbase.bench.frame.SoakResult;

/**
 * Runs HBase's own tests of its WAL, of durability, rolling, replay and splitting, on DataNodes with a combined log, by the
 * profile {@code soak-hbase-combinedlog} of {@code hdfs-combinedlog}.
 */
public final class HBaseCombinedLogSoak implements Soak {
    private static final TestFamily TESTS =
            new TestFamily("hbase-combinedlog", "hdfs-combinedlog", List.of("journaled"));

    @Override
    public String name() {
        return TESTS.name();
    }

    @Override
    public String description() {
        return "HBase's own tests of its WAL, on DataNodes with a combined log";
    }

    @Override
    public long defaultCount() {
        return 0;
    }

    @Override
    public String unit() {
        return "tests";
    }

    @Override
    public SoakResult run(SoakOptions options, Progress progress) throws IOException, InterruptedException {
        return TESTS.run(options, progress);
    }
}
