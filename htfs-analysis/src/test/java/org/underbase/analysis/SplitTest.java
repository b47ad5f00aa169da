package org.underbase.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.underbase.analysis.figure.AllFigures;
import org.underbase.analysis.figure.Assumptions;
import org.underbase.analysis.figure.Figures;
import org.underbase.analysis.stage.Settings;
import org.underbase.analysis.testing.Feed;
import org.underbase.analysis.testing.SyntheticHBase;
import org.underbase.analysis.testing.TestEvent;

/** Independence of the result, byte for byte, from the positions of cuts in a trace. */
class SplitTest {
    private static final Assumptions ASSUMPTIONS = new Assumptions(3, 1 << 20);

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void theResultIsIndependentOfTheCuts(long seed) {
        List<TestEvent> events = SyntheticHBase.events(seed, 3, 40);
        String whole = text(Feed.all(ASSUMPTIONS, events));
        assertThat(whole).contains("\"Actions\"");
        SplittableRandom random = new SplittableRandom(seed);
        for (int parts : new int[] {2, 3, 7, 50, 150}) {
            assertThat(text(cut(events, parts, random)))
                    .as("seed %d, %d parts", seed, parts)
                    .isEqualTo(whole);
        }
    }

    /** Orders of events that do not occur in time on a stream but may occur at the block boundaries of a trace. */
    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14})
    void theResultOfADisorderedTraceIsIndependentOfTheCuts(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<TestEvent> events = SyntheticHBase.events(seed, 2, 10);
        for (int i = 0; i < events.size(); i++) {
            int other = Math.min(events.size() - 1, i + random.nextInt(6));
            TestEvent moved = events.set(i, events.get(other));
            events.set(other, moved);
        }
        String whole = text(Feed.all(ASSUMPTIONS, events));
        for (int parts : new int[] {2, 5, 60, 200}) {
            assertThat(text(cut(events, parts, random)))
                    .as("seed %d, %d parts", seed, parts)
                    .isEqualTo(whole);
        }
    }

    @Test
    void theResultIsIndependentOfTheThreads() {
        List<TestEvent> events = SyntheticHBase.events(5, 4, 60);
        String whole = text(Feed.all(ASSUMPTIONS, events));
        for (int threads : new int[] {1, 2, 5}) {
            Figures figures = Feed.run(AllFigures.load(), Settings.of(ASSUMPTIONS), threads, Feed.sources(events, 97));
            assertThat(text(figures)).as("%d threads", threads).isEqualTo(whole);
        }
    }

    /** Computes all figures in parts, with accesses on disk every other time. */
    private Figures cut(List<TestEvent> events, int parts, SplittableRandom random) {
        Settings settings = random.nextBoolean() ? Settings.of(ASSUMPTIONS) : Feed.spilling(ASSUMPTIONS, directory);
        return Feed.run(AllFigures.load(), settings, 1 + random.nextInt(parts), Feed.cut(events, parts, random));
    }

    private static String text(Figures figures) {
        return figures.json().toPrettyString();
    }
}
