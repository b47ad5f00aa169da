package org.underbase.sim.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.operator.output.JsonText;
import org.underbase.operator.page.PageTable;
import org.underbase.sim.report.RunResult;

class KeptRunsTest {
    private static final long SEED = 5;
    private static final Map<String, String> INPUTS = Map.of("--hours", "6", KeptRuns.VERSION, "1");

    @TempDir
    private Path out;

    private final List<String> simulated = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();

    /** Run that is named after its seed. */
    private final class Seed implements Run {
        private final String name;

        Seed(int seed) {
            this.name = "seed " + seed;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public RunResult simulate(Progress progress) {
            progress.update(0.5, () -> "half");
            simulated.add(name);
            PageTable table = PageTable.of("t", "T", List.of("x", "y"), 1, List.of(List.of("a", 0.1)));
            return new RunResult(
                    name,
                    List.of("head"),
                    "text\n",
                    List.of(table),
                    JsonText.object().put("n", name));
        }
    }

    private List<RunResult> run(Map<String, String> inputs, Integer... seeds) throws IOException {
        simulated.clear();
        remarks.clear();
        try (KeptRuns kept = KeptRuns.open(out, inputs, remarks::add)) {
            return StudyRuns.run(
                    Arrays.stream(seeds).map(Seed::new).toList(),
                    Optional.of(kept),
                    (fraction, state) -> remarks.add(fraction + " " + state.get()));
        }
    }

    private Path file(int seed) throws IOException {
        try (Stream<Path> files = Files.list(out.resolve("runs"))) {
            return files.filter(file -> file.getFileName().toString().startsWith("seed-" + seed))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void finishedRunsAreNotRepeatedAndOthersAreAdded() throws IOException {
        List<RunResult> two = run(INPUTS, 1, 2);
        assertThat(remarks).containsExactly("0.25 run 1 of 2, seed 1: half", "0.75 run 2 of 2, seed 2: half");

        List<RunResult> three = run(INPUTS, 1, 2, 3);

        assertThat(simulated).containsExactly("seed 3");
        assertThat(three.subList(0, 2)).isEqualTo(two);
    }

    @Test
    void anotherStudyIsRejectedWithTheDifference() throws IOException {
        run(INPUTS, 1);

        assertThatThrownBy(() -> run(Map.of("--hours", "12", KeptRuns.VERSION, "2"), 1))
                .hasMessage(out.resolve("runs") + " has results of another study: --hours was 6 and is 12; use another"
                        + " --out, or delete this directory to repeat all runs");
        assertThat(simulated).isEmpty();
    }

    @Test
    void anotherStudyIsRejectedAlsoIfItsRunsHaveOtherNames() throws IOException {
        run(INPUTS, 1);

        assertThatThrownBy(() -> run(Map.of("TRACE", "t", KeptRuns.VERSION, "1"), 2))
                .hasMessageContaining("has results of another study: --hours was 6 and is not set, also TRACE");
        assertThat(simulated).isEmpty();
        assertThat(run(INPUTS, 1)).hasSize(1);
    }

    @Test
    void aResultOfAnotherVersionIsRepeated() throws IOException {
        run(INPUTS, 1);

        run(Map.of("--hours", "6", KeptRuns.VERSION, "2"), 1);

        assertThat(simulated).containsExactly("seed 1");
        assertThat(remarks.get(0)).startsWith("seed 1 is repeated: ").endsWith("another version of the program");
    }

    @Test
    void aVersionWithOtherTextsAndOptionsIsNoOtherStudy() throws IOException {
        run(Map.of("--hours", "6", "--old", "1", "hardware", "Alternative[name=baseline]", KeptRuns.VERSION, "1"), 1);

        String longer = "Alternative[name=baseline, syncs=UNKNOWN]";
        Map<String, String> inputs = Map.of("--hours", "6", "--new", "1", "hardware", longer, KeptRuns.VERSION, "2");
        run(inputs, 1);

        assertThat(simulated).containsExactly("seed 1");
        run(inputs, 1);
        assertThat(simulated).isEmpty();
    }

    @Test
    void aCorruptResultIsRepeated() throws IOException {
        List<RunResult> intact = run(INPUTS, 1);
        byte[] bytes = Files.readAllBytes(file(1));
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < 200; i++) {
            byte[] changed = bytes.clone();
            if (random.nextBoolean()) {
                changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
            } else {
                changed = Arrays.copyOf(changed, random.nextInt(changed.length));
            }
            Files.write(file(1), changed);

            assertThat(run(INPUTS, 1)).as("seed %d, case %d", SEED, i).isEqualTo(intact);
            assertThat(simulated).as("seed %d, case %d", SEED, i).containsExactly("seed 1");
            assertThat(remarks.get(0)).endsWith("is corrupt");
        }
    }

    @Test
    void aResultThatCannotBeKeptIsNotLost() throws IOException {
        run(INPUTS, 1);
        Path file = file(1);
        Files.delete(file);
        Files.createDirectories(file.resolve("directory"));

        assertThat(run(INPUTS, 1)).hasSize(1);
        assertThat(remarks).last().asString().startsWith("seed 1 is not kept: ").contains(file.toString());
    }

    @Test
    void temporaryFilesOfAKilledCommandAreDeleted() throws IOException {
        Path figures = Files.createDirectories(out.resolve("figures"));
        Path part = Files.writeString(figures.resolve("F1.csv.1234567890123456789.part"), "1.0,");

        run(INPUTS, 1);

        assertThat(part).doesNotExist();
    }

    @Test
    void twoCommandsDoNotShareADirectory() throws IOException {
        try (KeptRuns kept = KeptRuns.open(out, INPUTS, remarks::add)) {
            assertThatThrownBy(() -> run(INPUTS, 1))
                    .hasMessage("another process writes to " + out + ": wait for it, or use another --out");
            assertThat(kept.find("seed 1")).isEmpty();
        }
    }
}
