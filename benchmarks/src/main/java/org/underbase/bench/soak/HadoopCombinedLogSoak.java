package org.underbase.bench.soak;

import java.io.IOException;
import java.util.List;
import org.underbase.bench.frame.Progress;
import org.underbase.bench.frame.Soak;
import org.underbase.bench.frame.SoakOptions;
import org.underbase.bench.frame.SoakResult;

/**
 * Runs Hadoop's own tests of append, hflush, hsync, truncate, recovery, DataNode restart, volumes, scanners, corruption and
 * rolling upgrade on DataNodes with a combined log, by the profile {@code soak-hadoop-combinedlog} of
 * {@code hdfs-combinedlog}.
 */
public final class HadoopCombinedLogSoak implements Soak {
    private static final TestFamily TESTS =
            new TestFamily("hadoop-combinedlog", "hdfs-combinedlog", List.of("journaled"));

    @Override
    public String name() {
        return TESTS.name();
    }

    @Override
    public String description() {
        return "Hadoop's own tests of append, hsync, recovery, scanners and more, on DataNodes with a combined log";
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
