package org.underbase.analysis.cli;

import static java.nio.file.StandardOpenOption.APPEND;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.analysis.Analysis;
import org.underbase.analysis.AnalysisResult;
import org.underbase.analysis.report.Report;
import org.underbase.analysis.run.Progress;
import org.underbase.analysis.summary.SummaryFigure.Summary;
import org.underbase.analysis.testing.SyntheticHBase;
import org.underbase.analysis.testing.TestEvent;
import org.underbase.analysis.testing.TestTrace;
import org.underbase.operator.page.RunFacts;

/** Rounds over a directory in which segments appear, grow and vanish. */
class FollowLoopTest {
    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

    @TempDir
    private Path directory;

    private final StringWriter err = new StringWriter();
    private final List<Long> events = new ArrayList<>();
    private final List<Instant> pauses = new ArrayList<>();

    @Test
    void appearingGrowingAndVanishingSegmentsAreAnalyzedAndTheLastPageStays() throws IOException {
        List<TestEvent> one = SyntheticHBase.events(1, 1, 20);
        Path trace = directory.resolve("trace");
        Path page = directory.resolve("report/index.html");
        List<String> pages = new ArrayList<>();
        FollowLoop loop = loop(next -> {
            pauses.add(next);
            pages.add(Files.exists(page) ? Files.readString(page) : "");
            switch (pauses.size()) {
                case 1 -> growing(TestTrace.write(trace, one.subList(0, one.size() / 2)));
                case 2 -> {
                    delete(trace);
                    TestTrace.write(trace, one);
                }
                case 3 -> delete(trace);
                default -> throw new InterruptedException("stop");
            }
        });
        loop.run(from -> {
            assertThat(from).isEqualTo(NOW.minus(Duration.ofHours(24)));
            AnalysisResult result = Analysis.of(List.of(trace.toString()), new Configuration(false))
                    .run(Progress.NONE);
            events.add(result.figures().get(Summary.class).events());
            Report.write(result, Optional.empty(), RunFacts.titled("t"), page.getParent());
        });

        assertThat(pauses).hasSize(4).containsOnly(NOW.plus(Duration.ofMinutes(10)));
        assertThat(events).hasSize(2);
        assertThat(events.get(0)).isPositive().isLessThan(events.get(1));
        assertThat(pages.get(0)).isEmpty();
        assertThat(pages.get(3)).isEqualTo(pages.get(2)).isNotEqualTo(pages.get(1));
        assertThat(err.toString().lines())
                .satisfiesExactly(
                        line -> assertThat(line).contains(trace + ": no such file", "; again at 2026-01-01T12:10:00Z"),
                        line -> assertThat(line).startsWith("follow: analyzed in "),
                        line -> assertThat(line).startsWith("follow: analyzed in "),
                        line -> assertThat(line).contains("no trace"));
        assertThat(Thread.interrupted()).isFalse();
    }

    /** A thread that is interrupted during a read gets an exception of the channel. */
    @Test
    void anInterruptDuringARoundEndsTheLoop() {
        loop(next -> {
                    pauses.add(next);
                    throw new InterruptedException("not before a pause");
                })
                .run(from -> {
                    Thread.currentThread().interrupt();
                    throw new ClosedByInterruptException();
                });
        assertThat(pauses).isEmpty();
        assertThat(err.toString()).isEmpty();
        assertThat(Thread.interrupted()).isFalse();
    }

    /** Pause that may change files. */
    @FunctionalInterface
    private interface Change {
        void until(Instant next) throws IOException, InterruptedException;
    }

    private FollowLoop loop(Change change) {
        return new FollowLoop(
                Duration.ofMinutes(10),
                Duration.ofHours(24),
                new PrintWriter(err, true),
                Clock.fixed(NOW, ZoneOffset.UTC),
                next -> {
                    try {
                        change.until(next);
                    } catch (IOException e) {
                        throw new AssertionError(e);
                    }
                });
    }

    /** Adds the begin of a block to each segment, as in one that is being written. */
    private static void growing(Path trace) throws IOException {
        for (Path segment : segments(trace)) {
            byte[] bytes = Files.readAllBytes(segment);
            Files.write(segment, Arrays.copyOfRange(bytes, bytes.length / 2, bytes.length * 2 / 3), APPEND);
        }
    }

    private static void delete(Path trace) throws IOException {
        for (Path segment : segments(trace)) {
            Files.delete(segment);
        }
    }

    private static List<Path> segments(Path trace) throws IOException {
        try (Stream<Path> files = Files.list(trace)) {
            return files.toList();
        }
    }
}
