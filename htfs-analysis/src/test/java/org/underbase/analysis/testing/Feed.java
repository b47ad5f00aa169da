package org.underbase.analysis.testing;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.underbase.analysis.operator.Operator;
import org.underbase.analysis.operator.Partial;
import org.underbase.analysis.run.EventSource;
import org.underbase.htfs.format.TraceEvent;

/** Execution of operators over events in one part or in several. */
public final class Feed {
    private Feed() {}

    /** Computes the result over the events in one part. */
    public static <P extends Partial<P>, R> R whole(Operator<P, R> operator, List<? extends TraceEvent> events) {
        P partial = operator.start();
        events.forEach(partial::accept);
        return operator.finish(partial);
    }

    /** Computes the result after cutting the events at random positions and merging the parts in random order. */
    public static <P extends Partial<P>, R> R cut(
            Operator<P, R> operator, List<? extends TraceEvent> events, int parts, SplittableRandom random) {
        List<Integer> cuts = new ArrayList<>(List.of(0, events.size()));
        for (int i = 1; i < parts; i++) {
            cuts.add(random.nextInt(events.size() + 1));
        }
        cuts.sort(Comparator.naturalOrder());
        List<P> partials = new ArrayList<>();
        for (int i = 0; i + 1 < cuts.size(); i++) {
            P partial = operator.start();
            events.subList(cuts.get(i), cuts.get(i + 1)).forEach(partial::accept);
            partials.add(partial);
        }
        while (partials.size() > 1) {
            int at = random.nextInt(partials.size() - 1);
            partials.get(at).merge(partials.remove(at + 1));
        }
        return operator.finish(partials.get(0));
    }

    /** Returns the events as sources of at most {@code each} events. */
    public static List<EventSource> sources(List<? extends TraceEvent> events, int each) {
        List<EventSource> sources = new ArrayList<>();
        for (int from = 0; from < events.size(); from += each) {
            sources.add(new ListSource(events.subList(from, Math.min(events.size(), from + each))));
        }
        return sources;
    }

    private record ListSource(List<? extends TraceEvent> events) implements EventSource {
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
