package org.underbase.analysis.testing;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.underbase.analysis.figure.AllFigures;
import org.underbase.analysis.figure.Assumptions;
import org.underbase.analysis.figure.Figure;
import org.underbase.analysis.figure.Figures;
import org.underbase.analysis.operator.EventPartial;
import org.underbase.analysis.operator.Operator;
import org.underbase.analysis.operator.Partial;
import org.underbase.analysis.run.EventSource;
import org.underbase.analysis.run.InProcessRunner;
import org.underbase.analysis.run.Progress;
import org.underbase.analysis.stage.Settings;
import org.underbase.analysis.stage.Stages;
import org.underbase.htfs.format.TraceEvent;

/** Computation of figures and operators over events, in one part or in several. */
public final class Feed {
    private static final int ALL = Integer.MAX_VALUE;

    private Feed() {}

    /** Computes a figure over the events in one part. */
    public static <P extends Partial<P>, R> R whole(
            Figure<P, R> figure, Assumptions assumptions, List<? extends TraceEvent> events) {
        return run(AllFigures.of(figure), Settings.of(assumptions), 1, sources(events, ALL))
                .get(figure.resultType());
    }

    /** Computes a figure after cutting the events at random positions. */
    public static <P extends Partial<P>, R> R cut(
            Figure<P, R> figure,
            Assumptions assumptions,
            List<? extends TraceEvent> events,
            int parts,
            SplittableRandom random) {
        return run(AllFigures.of(figure), Settings.of(assumptions), parts, cut(events, parts, random))
                .get(figure.resultType());
    }

    /** Computes all figures over the events in one part. */
    public static Figures all(Assumptions assumptions, List<? extends TraceEvent> events) {
        return run(AllFigures.load(), Settings.of(assumptions), 1, sources(events, ALL));
    }

    /** Computes figures over sources. */
    public static Figures run(AllFigures figures, Settings settings, int threads, List<? extends EventSource> sources) {
        try {
            return new Stages(figures, new InProcessRunner(threads), settings).run(sources, Progress.NONE);
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** Settings that keep almost no access in memory. */
    public static Settings spilling(Assumptions assumptions, Path directory) {
        return Settings.of(assumptions).withSpill(directory, 1);
    }

    /** Computes the result after cutting the events at random positions and merging the parts in random order. */
    public static <P extends EventPartial<P>, R> R cut(
            Operator<P, R> operator, List<? extends TraceEvent> events, int parts, SplittableRandom random) {
        List<P> partials = new ArrayList<>();
        for (ListSource part : cut(events, parts, random)) {
            P partial = operator.start();
            part.events.forEach(partial::accept);
            partials.add(partial);
        }
        while (partials.size() > 1) {
            int at = random.nextInt(partials.size() - 1);
            partials.get(at).merge(partials.remove(at + 1));
        }
        return operator.finish(partials.get(0));
    }

    /** Returns the events as sources that begin at random positions. */
    public static List<ListSource> cut(List<? extends TraceEvent> events, int parts, SplittableRandom random) {
        TreeSet<Integer> cuts = new TreeSet<>(List.of(0));
        for (int i = 1; i < parts && !events.isEmpty(); i++) {
            cuts.add(random.nextInt(events.size()));
        }
        List<ListSource> sources = new ArrayList<>();
        for (int from : cuts) {
            Integer to = cuts.higher(from);
            sources.add(new ListSource(events.subList(from, to == null ? events.size() : to)));
        }
        return sources;
    }

    /** Returns the events as sources of at most {@code each} events. */
    public static List<ListSource> sources(List<? extends TraceEvent> events, int each) {
        List<ListSource> sources = new ArrayList<>();
        for (int from = 0; from < events.size(); from += Math.min(each, events.size() - from)) {
            sources.add(new ListSource(events.subList(from, from + Math.min(each, events.size() - from))));
        }
        return sources;
    }

    /** Source of events in memory. */
    public record ListSource(List<? extends TraceEvent> events) implements EventSource {
        @Override
        public long weight() {
            return events.size();
        }

        @Override
        public void read(Consumer<? super TraceEvent> sink) {
            events.forEach(sink);
        }
    }
}
