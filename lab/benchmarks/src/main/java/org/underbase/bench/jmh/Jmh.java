package org.underbase.bench.jmh;

import java.io.IOException;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;

/** Runs methods that JMH measures. */
public final class Jmh {
    private Jmh() {}

    /**
     * Runs a method in new JVMs.
     *
     * @param options options that include one method
     * @param name name of the method in the message of a failure
     * @throws IOException if it fails
     */
    public static RunResult run(ChainedOptionsBuilder options, String name) throws IOException {
        // JMH rejects concurrent benchmarks, which disturb each other; the user decides.
        System.setProperty("jmh.ignoreLock", "true");
        try {
            return new Runner(options.shouldFailOnError(true).build()).runSingle();
        } catch (RunnerException e) {
            throw new IOException("JMH failed to run " + name + ": " + e.getMessage(), e);
        }
    }
}
