package org.underbase.sim.run;

import java.io.IOException;
import java.util.function.Supplier;
import org.underbase.sim.report.RunResult;

/** Simulation of one machine, or of one seed. */
public interface Run {
    /** Receiver of progress. */
    @FunctionalInterface
    interface Progress {
        /**
         * Receives the state.
         *
         * @param fraction completed part, below 0 if unknown
         * @param state text that is computed only if it is printed
         */
        void update(double fraction, Supplier<String> state);
    }

    /** Returns the name, which is unique in a study. */
    String name();

    /** Simulates; the result depends only on the inputs of the study and the name. */
    RunResult simulate(Progress progress) throws IOException;
}
