package org.underbase.analysis.stage;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import org.apache.hadoop.conf.Configuration;
import org.underbase.analysis.figure.Figures;
import org.underbase.analysis.run.Progress;
import org.underbase.analysis.run.SliceSource;

/**
 * Execution of the stages of an analysis outside this process. {@link ServiceLoader} finds the implementations, so that the
 * analysis does not depend on their libraries. The result is that of {@link Stages}, byte by byte.
 */
public interface StageRunner {
    /** Returns the name for the command line. */
    String name();

    /**
     * Computes all figures.
     *
     * @param conf configuration of the file systems and of the place of execution
     * @param sources all slices, in the order of the trace; the runner replaces their states by those after the last reading
     * @param settings settings of the analysis
     * @param progress receives the progress of both passes
     * @throws IOException if the execution fails
     * @throws InterruptedException if the calling thread is interrupted; nothing continues to run
     */
    Figures run(Configuration conf, List<SliceSource> sources, Settings settings, Progress progress)
            throws IOException, InterruptedException;

    /** Returns the implementation with a name; empty without one on the class path. */
    static Optional<StageRunner> named(String name) {
        return ServiceLoader.load(StageRunner.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(runner -> runner.name().equals(name))
                .findFirst();
    }
}
