package org.underbase.analysis.figure;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.underbase.analysis.access.Access;
import org.underbase.analysis.access.FileDetail;
import org.underbase.analysis.access.FileHistory;
import org.underbase.analysis.catalog.FileFacts;
import org.underbase.analysis.operator.EventPartial;
import org.underbase.analysis.operator.Fields;
import org.underbase.analysis.operator.Partial;
import org.underbase.htfs.format.BlockCursor;
import org.underbase.htfs.format.TraceEvent;

/** Computation of a list of figures in one pass over the events and one over the files. */
public final class AllFigures {
    /** Name of the figure that each output contains. */
    public static final String SUMMARY = "summary";

    private final List<Figure<?, ?>> figures;
    private final boolean complete;

    private AllFigures(List<Figure<?, ?>> figures, boolean complete) {
        this.figures = figures;
        this.complete = complete;
    }

    /** Loads all figures that are not optional, in the order of their positions. */
    public static AllFigures load() {
        return new AllFigures(
                registered().stream().filter(figure -> !figure.isOptional()).toList(), true);
    }

    private static List<Figure<?, ?>> registered() {
        List<Figure<?, ?>> figures = new ArrayList<>();
        ServiceLoader.load(Figure.class).forEach(figures::add);
        figures.sort(Comparator.comparingInt(Figure::position));
        return figures;
    }

    /** Returns the computation of these figures only. */
    public static AllFigures of(Figure<?, ?>... figures) {
        return new AllFigures(List.of(figures), false);
    }

    /** Loads the figures whose numbers can be estimated for all files from some of them. */
    public static AllFigures estimable() {
        return new AllFigures(registered().stream().filter(Figure::isEstimable).toList(), false);
    }

    /**
     * Loads some figures, in the order of their positions.
     *
     * @param ids names of the figures
     * @throws IllegalArgumentException if a name is unknown
     */
    public static AllFigures only(Collection<String> ids) {
        List<Figure<?, ?>> all = registered();
        List<String> known = load().ids();
        for (String id : ids) {
            if (all.stream().noneMatch(figure -> figure.id().equals(id))) {
                throw new IllegalArgumentException("unknown figure '" + id + "': must be one of "
                        + known.stream().sorted().collect(Collectors.joining(", ")));
            }
        }
        return new AllFigures(
                all.stream().filter(figure -> ids.contains(figure.id())).toList(), ids.containsAll(known));
    }

    /** Returns what the figures read of the files of the trace. */
    public FileDetail detail() {
        return figures.stream()
                .map(Figure::detail)
                .max(Comparator.naturalOrder())
                .orElse(FileDetail.NONE);
    }

    /** Returns the names of the figures. */
    public List<String> ids() {
        return figures.stream().map(Figure::id).toList();
    }

    List<Figure<?, ?>> figures() {
        return figures;
    }

    /** Creates empty states. */
    public AllPartials start(TraceFacts trace) {
        List<State<?, ?>> states = new ArrayList<>();
        figures.forEach(figure -> states.add(State.of(figure, trace)));
        return new AllPartials(states, detail() == FileDetail.HISTORY);
    }

    /** Computes the results from the states of the whole trace, which must not be used afterwards. */
    public Figures finish(AllPartials whole, TraceFacts trace) {
        List<Figures.Result<?>> results = new ArrayList<>();
        whole.states.forEach(state -> results.add(state.finish(trace)));
        return new Figures(results, trace, complete);
    }

    /** The states of all figures for one part of the trace or one set of files. */
    public static final class AllPartials implements EventPartial<AllPartials> {
        private final List<State<?, ?>> states;
        private final List<EventPartial<?>> ofEvents = new ArrayList<>();
        private final boolean withHistory;

        private AllPartials(List<State<?, ?>> states, boolean withHistory) {
            this.states = states;
            this.withHistory = withHistory;
            for (State<?, ?> state : states) {
                if (state.partial instanceof EventPartial<?> partial) {
                    ofEvents.add(partial);
                }
            }
        }

        @Override
        public void accept(TraceEvent event) {
            for (EventPartial<?> partial : ofEvents) {
                partial.accept(event);
            }
        }

        @Override
        public void acceptAll(BlockCursor block) {
            for (EventPartial<?> partial : ofEvents) {
                block.rewind();
                partial.acceptAll(block);
            }
        }

        @Override
        public boolean readsDurations() {
            return ofEvents.stream().anyMatch(EventPartial::readsDurations);
        }

        /** Begins a file, and returns the receiver of its accesses. */
        public OneFile file(FileFacts file) {
            List<FileVisitor> visitors = new ArrayList<>();
            for (State<?, ?> state : states) {
                FileVisitor visitor = state.file(file);
                if (visitor != FileVisitor.NONE) {
                    visitors.add(visitor);
                }
            }
            return new OneFile(visitors, withHistory);
        }

        @Override
        public void transfer(Fields fields) throws IOException {
            for (State<?, ?> state : states) {
                state.partial.transfer(fields);
            }
        }

        @Override
        public void merge(AllPartials later) {
            for (int i = 0; i < states.size(); i++) {
                states.get(i).merge(later.states.get(i));
            }
        }
    }

    /** Accesses to one file, for all figures. */
    public static final class OneFile {
        private final List<FileVisitor> visitors;
        private final FileHistory history = new FileHistory();
        private final boolean withHistory;

        private OneFile(List<FileVisitor> visitors, boolean withHistory) {
            this.visitors = visitors;
            this.withHistory = withHistory;
        }

        /** Adds the next access in the order of time. */
        public void add(Access access) {
            for (FileVisitor visitor : visitors) {
                visitor.access(access, history);
            }
            if (withHistory) {
                history.add(access);
            }
        }

        /** Ends the file. */
        public void end() {
            visitors.forEach(visitor -> visitor.end(history));
        }
    }

    private record State<P extends Partial<P>, R>(Figure<P, R> figure, P partial) {
        static <P extends Partial<P>, R> State<P, R> of(Figure<P, R> figure, TraceFacts trace) {
            return new State<>(figure, figure.start(trace));
        }

        FileVisitor file(FileFacts file) {
            return figure.file(partial, file);
        }

        /** Both states are of the same figure: all lists of states have the order of the figures. */
        @SuppressWarnings("unchecked")
        void merge(State<?, ?> later) {
            partial.merge((P) later.partial);
        }

        Figures.Result<R> finish(TraceFacts trace) {
            return new Figures.Result<>(figure, figure.finish(partial, trace));
        }
    }
}
