package org.underbase.htfs.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jcstress.Main;
import org.underbase.testbed.client.ChildJvm;

/** Runs the stress tests of the lock-free classes with jcstress, which searches for forbidden interleavings. */
class StressTest {
    @TempDir
    Path dir;

    @Test
    void noForbiddenOutcomeInAShortRun() throws Exception {
        run(List.of("-m", "sanity", "-sc", "false", "-iters", "1", "-time", "50"));
    }

    @Test
    @Tag("long")
    void noForbiddenOutcomeInALongRun() throws Exception {
        run(List.of("-m", "quick"));
    }

    private void run(List<String> options) throws Exception {
        Path output = dir.resolve("output");
        List<String> command = Stream.concat(
                        Stream.of(
                                ChildJvm.java(),
                                "-cp",
                                System.getProperty("surefire.real.class.path", System.getProperty("java.class.path")),
                                Main.class.getName(),
                                "-t",
                                "org.underbase.htfs.record",
                                "-r",
                                dir.resolve("results").toString()),
                        options.stream())
                .toList();
        Process process = new ProcessBuilder(command)
                .directory(dir.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(20, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroyForcibly().waitFor();
        }
        String text = Files.readString(output);
        assertThat(process.exitValue()).as(text).isZero();
        assertThat(text).contains("0 failed, 0 soft errs, 0 hard errs").containsPattern("[1-9]\\d* passed");
    }
}
