package org.underbase.analysis.figure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import org.underbase.analysis.operator.Operator;
import org.underbase.analysis.operator.Partial;
import org.underbase.htfs.format.TraceEvent;

/** Operator that computes all figures on the class path in one pass over the trace. */
public final class AllFigures implements Operator<AllFigures.AllPartials, Figures> {
    private final List<Figure<?, ?>> figures;
    private final Assumptions assumptions;

    private AllFigures(List<Figure<?, ?>> figures, Assumptions assumptions) {
        this.figures = figures;
        this.assumptions = assumptions;
    }

    /** Loads all figures, in the order of their positions. */
    public static AllFigures load(Assumptions assumptions) {
        List<Figure<?, ?>> figures = new ArrayList<>();
        ServiceLoader.load(Figure.class).forEach(figures::add);
        figures.sort(Comparator.comparingInt(Figure::position));
        return new AllFigures(List.copyOf(figures), assumptions);
    }

    List<Figure<?, ?>> figures() {
        return figures;
    }

    @Override
    public AllPartials start() {
        List<State<?, ?>> states = new ArrayList<>();
        figures.forEach(figure -> states.add(State.of(figure)));
        return new AllPartials(states);
    }

    @Override
    public Figures finish(AllPartials whole) {
        List<Figures.Result<?>> results = new ArrayList<>();
        whole.states.forEach(state -> results.add(state.finish(assumptions)));
        return new Figures(results);
    }

    /** The states of all figures for one part of the trace. */
    public static final class AllPartials implements Partial<AllPartials> {
        private final List<State<?, ?>> states;

        private AllPartials(List<State<?, ?>> states) {
            this.states = states;
        }

        @Override
        public void accept(TraceEvent event) {
            for (State<?, ?> state : states) {
                state.partial().accept(event);
            }
        }

        @Override
        public void merge(AllPartials later) {
            for (int i = 0; i < states.size(); i++) {
                states.get(i).merge(later.states.get(i));
            }
        }
    }

    private record State<P extends Partial<P>, R>(Figure<P, R> figure, P partial) {
        static <P extends Partial<P>, R> State<P, R> of(Figure<P, R> figure) {
            return new State<>(figure, figure.start());
        }

        /** Both states are of the same figure: all lists of states have the order of the figures. */
        @SuppressWarnings("unchecked")
        void merge(State<?, ?> later) {
            partial.merge((P) later.partial);
        }

        Figures.Result<R> finish(Assumptions assumptions) {
            return new Figures.Result<>(figure, figure.finish(partial, assumptions));
        }
    }
}
