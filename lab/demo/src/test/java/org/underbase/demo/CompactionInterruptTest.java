package org.underbase.demo;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.demo.compaction.CompactionCluster;

/** Ctrl-C during the comparison of compactions. */
@Tag("cluster")
@Tag("long")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class CompactionInterruptTest {
    @TempDir
    private Path dir;

    @Test
    void anInterruptedComparisonLeavesNoProcessesAndNoClusterFiles() throws Exception {
        Optional<String> obstacle = CompactionCluster.obstacle();
        assumeTrue(obstacle.isEmpty(), obstacle.orElse(""));
        InterruptedDemo.run(CompactionMain.class, dir, "writing 4 store files", "compaction");
    }
}
