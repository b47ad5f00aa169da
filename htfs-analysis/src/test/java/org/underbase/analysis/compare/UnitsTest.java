package org.underbase.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.analysis.figure.AllFigures;
import org.underbase.analysis.figure.Assumptions;
import org.underbase.analysis.figure.Figures;
import org.underbase.analysis.figure.TraceFacts;
import org.underbase.analysis.operator.FieldInput;
import org.underbase.analysis.operator.FieldOutput;
import org.underbase.analysis.stage.Settings;
import org.underbase.analysis.testing.Feed;
import org.underbase.analysis.testing.SyntheticHBase;
import org.underbase.analysis.testing.TestEvent;

/** The sums by unit against the figures, which compute the same numbers in another way. */
class UnitsTest {
    private static final Assumptions ASSUMPTIONS = new Assumptions(3, 1 << 20);
    private static final List<TestEvent> EVENTS = SyntheticHBase.events(5, 3, 60);

    @TempDir
    private Path directory;

    @Test
    void headlineNumbersOfTheUnitsAreThoseOfTheFigures() {
        Figures figures = figures(Settings.of(ASSUMPTIONS), 1, Feed.sources(EVENTS, Integer.MAX_VALUE));
        Totals once = new Replicates(figures.get(Units.class)).once();
        List<String> known = new ArrayList<>();
        for (Headline headline : Headline.ALL) {
            double expected = headline.value().applyAsDouble(new ResultNumbers(figures.json()));
            double number = headline.estimator().of(once);
            if (Double.isFinite(expected)) {
                known.add(headline.id());
                assertThat(number).as(headline.id()).isCloseTo(expected, within(0.01 * Math.abs(expected)));
            } else {
                assertThat(number).as(headline.id()).isNaN();
            }
        }
        // The synthetic servers do not use hsync.
        assertThat(known).hasSize(Headline.ALL.size() - 2).doesNotContain("hsyncP50", "hsyncP99");
    }

    @Test
    void sumsDoNotDependOnThreadsCutsAndMemory() {
        Units whole = figures(Settings.of(ASSUMPTIONS), 1, Feed.sources(EVENTS, Integer.MAX_VALUE))
                .get(Units.class);
        Units cut = figures(Feed.spilling(ASSUMPTIONS, directory), 3, Feed.cut(EVENTS, 17, new SplittableRandom(7)))
                .get(Units.class);
        assertThat(text(cut)).isEqualTo(text(whole));
    }

    @Test
    void writtenStatesGiveTheSameSums() throws IOException {
        long first = EVENTS.get(0).startNanos();
        TraceFacts trace = new TraceFacts(ASSUMPTIONS, first, first + 1_000_000_000, OptionalLong.empty());
        UnitsPartial sums = new UnitsPartial(trace);
        EVENTS.forEach(sums::accept);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        sums.transfer(new FieldOutput(new DataOutputStream(bytes)));
        UnitsPartial copy = new UnitsPartial(trace);
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
        copy.transfer(new FieldInput(in));
        assertThat(in.read()).isEqualTo(-1);
        UnitsFigure figure = new UnitsFigure();
        assertThat(text(figure.finish(copy, trace))).isEqualTo(text(figure.finish(sums, trace)));
    }

    private static Figures figures(Settings settings, int threads, List<Feed.ListSource> sources) {
        List<String> ids = new ArrayList<>(AllFigures.load().ids());
        ids.add(UnitsFigure.ID);
        return Feed.run(AllFigures.only(ids), settings, threads, sources);
    }

    private static String text(Units units) {
        StringBuilder text = new StringBuilder();
        units.sums().forEach((unit, sums) -> {
            text.append(unit);
            for (Sum sum : Sum.values()) {
                text.append(' ').append(sums.get(sum));
            }
            for (Shape shape : Shape.values()) {
                text.append(' ').append(sums.get(shape));
            }
            text.append('\n');
        });
        return text.toString();
    }
}
