package org.underbase.analysis.mapreduce.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.testbed.TestCluster;

/** {@code underbase analyze --on yarn}: containers, whose class path has no class of Underbase, compute the same bytes. */
@Tag("cluster")
class AnalyzeOnYarnTest {
    private static final long SEED = 23;

    @TempDir
    private Path directory;

    /** One schedule of the soak. */
    @Test
    void theResultOfAJobWithAKilledTaskIsThatOfOneProcess() throws Exception {
        try (JobCluster cluster = JobCluster.start(TestCluster.builder().name("analysis"))) {
            assertThat(new Schedule(0, Fault.TASK, SEED).run(cluster, directory.resolve("schedule")))
                    .isEmpty();
        }
    }
}
