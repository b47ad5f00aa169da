package org.underbase.analysis;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.underbase.analysis.report.ResultJson;
import org.underbase.analysis.run.Progress;
import org.underbase.analysis.run.SliceSource;
import org.underbase.analysis.stage.Settings;
import org.underbase.analysis.testing.SyntheticHBase;
import org.underbase.analysis.testing.TestTrace;

/**
 * Fuzzer of the analysis. It corrupts a directory of segments, also while it is analyzed. The result is an error of one line, the
 * figures of the undamaged trace, or other figures with a warning.
 */
final class AnalysisFuzz {
    private static final int TRACES = 4;
    private static final int BLOCK_EVENTS = 150;
    private static final long SEGMENT_BYTES = 4_000;

    private final long seed;
    private final Path directory;
    private final List<Base> bases = new ArrayList<>();
    private final Map<Outcome, Long> outcomes = new EnumMap<>(Outcome.class);

    /** Outcome of an input. */
    enum Outcome {
        /** An error of one line. */
        REJECTED,
        /** The figures of the undamaged trace. */
        EQUAL,
        /** Other figures, with a warning. */
        WARNED
    }

    /** An undamaged trace and its figures. */
    private record Base(Map<String, byte[]> files, String figures) {}

    /**
     * @param seed seed of the inputs
     * @param directory empty directory for the traces
     */
    AnalysisFuzz(long seed, Path directory) throws IOException, InterruptedException {
        this.seed = seed;
        this.directory = directory;
        for (int i = 0; i < TRACES; i++) {
            Path trace = TestTrace.write(
                    directory.resolve("base" + i),
                    SyntheticHBase.events(seed * TRACES + i, 1 + i, 12 / (1 + i)),
                    1 + i,
                    BLOCK_EVENTS,
                    SEGMENT_BYTES);
            AnalysisResult result = Analysis.of(List.of(trace.toString()), new Configuration(false))
                    .run(Progress.NONE);
            if (!result.health().warnings().isEmpty()) {
                throw new AssertionError("seed " + seed + ": warnings about an undamaged trace: "
                        + result.health().warnings());
            }
            bases.add(new Base(read(trace), figures(result)));
        }
    }

    /**
     * Analyzes a range of inputs.
     *
     * @throws AssertionError if an input violates the property; the message contains seed and input
     */
    Map<Outcome, Long> run(long from, long to, LongConsumer progress) throws IOException, InterruptedException {
        for (long input = from; input < to; input++) {
            try {
                outcomes.merge(one(new SplittableRandom(seed * 1_000_003 + input)), 1L, Long::sum);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed + ", input " + input + ": " + e, e);
            }
            progress.accept(input + 1);
        }
        return outcomes;
    }

    private Outcome one(SplittableRandom random) throws IOException, InterruptedException {
        int chosen = random.nextInt(TRACES);
        FuzzDamage damage = new FuzzDamage(
                bases.get(chosen).files(), bases.get((chosen + 1) % TRACES).files(), random);
        Path trace = Files.createDirectory(directory.resolve("input"));
        try {
            damage.write(trace);
            return analyzed(trace, damage, bases.get(chosen), random);
        } finally {
            delete(trace);
        }
    }

    private Outcome analyzed(Path trace, FuzzDamage damage, Base base, SplittableRandom random)
            throws InterruptedException {
        List<String> warnings = new ArrayList<>();
        long slice = random.nextBoolean() ? SliceSource.BYTES : 300 + random.nextInt(3_000);
        boolean skipBad = random.nextBoolean();
        int threads = 1 + random.nextInt(2);
        AnalysisResult result;
        try {
            Analysis analysis = Analysis.of(List.of(trace.toString()), new Configuration(false), line -> {}, slice)
                    .withThreads(threads);
            if (skipBad) {
                analysis = analysis.with(Settings::skippingBad);
            }
            result = analysis.run(damage.during(trace));
        } catch (IOException e) {
            String message = String.valueOf(e.getMessage());
            require(!message.isBlank() && !message.contains("\n"), "not one line: " + message + damage);
            return Outcome.REJECTED;
        } catch (RuntimeException e) {
            throw new IllegalStateException("the analysis failed:" + damage, e);
        }
        result.health().skippedFiles().stream()
                .filter(line -> !line.contains("it is a copy of"))
                .forEach(warnings::add);
        warnings.addAll(result.health().warnings());
        require(
                result.sumRules().stream().allMatch(rule -> rule.holds()),
                "the sums differ:" + damage + " " + warnings);
        if (figures(result).equals(base.figures())) {
            return Outcome.EQUAL;
        }
        require(!warnings.isEmpty(), "other figures without a warning:" + damage);
        return Outcome.WARNED;
    }

    private static String figures(AnalysisResult result) {
        ObjectNode json = ResultJson.of(result, Optional.empty());
        json.remove("trace");
        return json.toString();
    }

    private static Map<String, byte[]> read(Path trace) throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        try (Stream<Path> list = Files.list(trace)) {
            for (Path file : list.toList()) {
                files.put(file.getFileName().toString(), Files.readAllBytes(file));
            }
        }
        return files;
    }

    private static void delete(Path tree) throws IOException {
        try (Stream<Path> all = Files.walk(tree)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalStateException(message);
        }
    }
}
