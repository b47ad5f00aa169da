package org.underbase.analysis.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.analysis.Analysis;
import org.underbase.analysis.run.Progress;
import org.underbase.analysis.testing.SyntheticHBase;
import org.underbase.analysis.testing.TestTrace;

class RunProgressTest {
    @TempDir
    private Path directory;

    @Test
    void eachStageReportsItsProgressUpToItsEnd() throws Exception {
        Path trace = TestTrace.write(directory.resolve("trace"), SyntheticHBase.events(3, 2, 20));
        List<String> stages = new ArrayList<>();
        List<Long> left = new ArrayList<>();
        List<Long> spilled = new ArrayList<>();
        Analysis.of(List.of(trace.toString()), new Configuration(false))
                .withSpill(directory.resolve("tmp"), 1)
                .run(new Progress() {
                    @Override
                    public void begin(Stage stage) {
                        stages.add(stage.number() + " of " + stage.stages() + " " + stage.unit());
                        left.add(Long.MAX_VALUE);
                    }

                    @Override
                    public void done(long done, long total) {
                        assertThat(total - done).isLessThan(left.get(left.size() - 1));
                        left.set(left.size() - 1, total - done);
                    }

                    @Override
                    public void spilled(long bytes) {
                        spilled.add(bytes);
                    }
                });

        assertThat(stages).containsExactly("1 of 3 BYTES", "2 of 3 BYTES", "3 of 3 FILES");
        assertThat(left).containsOnly(0L);
        assertThat(spilled).singleElement().satisfies(bytes -> assertThat(bytes).isPositive());
    }

    @Test
    void theUseOfMemoryAndDiskIsPrintedAtTheEnd() {
        StringWriter err = new StringWriter();
        try (RunProgress progress = new RunProgress(new PrintWriter(err, true))) {
            progress.spilled(2048);
            progress.remark("large: /f");
            progress.printUse();
        }
        assertThat(err.toString()).startsWith("large: /f").containsPattern("peak memory: .*; temporary files: 2.0 KiB");
    }
}
