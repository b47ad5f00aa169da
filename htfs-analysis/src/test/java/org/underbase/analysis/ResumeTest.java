package org.underbase.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.analysis.report.ResultJson;
import org.underbase.analysis.run.Progress;
import org.underbase.analysis.testing.SyntheticHBase;
import org.underbase.analysis.testing.TestTrace;

/** Analyses that continue after a kill. A copy of the directory is its state after a kill at that moment. */
class ResumeTest {
    private static final long SEED = 31;

    @TempDir
    private Path directory;

    private Path trace;
    private Path work;
    private final List<Path> kills = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();

    @BeforeEach
    void write() throws IOException {
        trace = TestTrace.write(directory.resolve("trace"), SyntheticHBase.events(SEED, 3, 30));
        work = directory.resolve("work");
    }

    @Test
    void aRunAfterAKillAtAnyTimeAndDamageHasTheSameResult() throws Exception {
        String whole = json(analysis());
        assertThat(json(analysis().resumable(work))).isEqualTo(whole);
        assertThat(work).isEmptyDirectory();
        json(analysis().withThreads(1).resumable(work), new Copies());

        SplittableRandom random = new SplittableRandom(SEED);
        assertThat(kills).hasSizeGreaterThan(5);
        for (Path kill : kills) {
            if (random.nextBoolean()) {
                damage(kill, random);
            }
            assertThat(json(analysis().resumable(kill), new Remarks()))
                    .as("seed %d, %s", SEED, kill)
                    .isEqualTo(whole);
            assertThat(kill).isEmptyDirectory();
        }
        assertThat(remarks)
                .contains("resumed: after stage 1 of an earlier run", "resumed: after stage 2 of an earlier run");
    }

    @Test
    void statesOfOtherSettingsAndOfAChangedTraceAreNotUsed() throws Exception {
        json(analysis().withThreads(1).resumable(work), new Copies());
        Path last = kills.get(kills.size() - 1);
        Analysis some = analysis().with(settings -> settings.only(List.of("heat")));
        assertThat(json(some.resumable(last), new Remarks())).isEqualTo(json(some));
        try (Stream<Path> files = Files.list(trace)) {
            Files.delete(files.sorted().findFirst().orElseThrow());
        }
        assertThat(json(analysis().resumable(last), new Remarks())).isEqualTo(json(analysis()));
        assertThat(remarks).isEmpty();
    }

    @Test
    void twoRunsDoNotShareADirectory() throws Exception {
        json(analysis().resumable(work), (done, total) -> assertThatThrownBy(
                        () -> analysis().resumable(work).run(Progress.NONE))
                .hasMessageStartingWith("another process computes the same analysis in " + work));
    }

    private void damage(Path kill, SplittableRandom random) throws IOException {
        List<Path> files = files(kill);
        Path file = files.get(random.nextInt(files.size()));
        byte[] bytes = Files.readAllBytes(file);
        if (bytes.length > 0 && random.nextBoolean()) {
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        } else {
            bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
        }
        Files.write(file, bytes);
    }

    private static List<Path> files(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private Analysis analysis() throws IOException {
        return Analysis.of(List.of(trace.toString()), new Configuration(false))
                .withThreads(2)
                .withSpill(directory.resolve("tmp"), 100_000);
    }

    private static String json(Analysis analysis) throws Exception {
        return json(analysis, Progress.NONE);
    }

    private static String json(Analysis analysis, Progress progress) throws Exception {
        return ResultJson.of(analysis.run(progress), Optional.empty()).toPrettyString();
    }

    /** Copies the directory at some moments, and at each begin of a stage. Only one thread may write to it. */
    private final class Copies implements Progress {
        private int calls;

        @Override
        public void begin(Stage stage) {
            copy();
        }

        @Override
        public void done(long done, long total) {
            if (calls++ % 20 == 0) {
                copy();
            }
        }

        private void copy() {
            try {
                Path kill = directory.resolve("kill-" + kills.size());
                for (Path file : files(work)) {
                    Path target = kill.resolve(work.relativize(file));
                    Files.createDirectories(target.getParent());
                    Files.copy(file, target);
                }
                kills.add(kill);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private final class Remarks implements Progress {
        @Override
        public void done(long done, long total) {}

        @Override
        public void remark(String line) {
            remarks.add(line);
        }
    }
}
