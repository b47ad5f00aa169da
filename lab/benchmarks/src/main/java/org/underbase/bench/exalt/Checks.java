package org.underbase.bench.exalt;

import java.io.IOException;
import org.underbase.exalt.harness.load.LoadProgress;
import org.underbase.exalt.harness.measure.Phase;
import org.underbase.exalt.harness.run.RunResult;

/** Checks that a run had no errors, so that its metrics are valid. */
final class Checks {
    private Checks() {}

    /**
     * Checks that clients had no errors.
     *
     * @return the argument
     * @throws IOException if a client had an error
     */
    static LoadProgress done(LoadProgress progress) throws IOException {
        if (progress.errors() > 0) {
            throw new IOException("clients had " + progress.errors() + " errors; first: " + progress.firstError());
        }
        return progress;
    }

    /**
     * Checks that clients read all written bytes without an error.
     *
     * @throws IOException if they did not
     */
    static void same(LoadProgress written, LoadProgress read) throws IOException {
        done(read);
        if (read.bytes() != written.bytes() || read.files() != written.files()) {
            throw new IOException("clients read " + read.bytes() + " bytes of " + read.files() + " files: expected "
                    + written.bytes() + " bytes of " + written.files() + " files");
        }
    }

    /**
     * Checks that clients read all written bytes without an error.
     *
     * @throws IOException if they did not
     */
    static void noErrors(RunResult result) throws IOException {
        for (Phase phase : result.phases()) {
            if (phase.progress().errors() > 0) {
                throw new IOException(phase.name() + ": " + phase.progress().errors() + " errors; first: "
                        + phase.progress().firstError());
            }
        }
        long written = result.phases().get(0).progress().bytes();
        for (Phase phase : result.phases()) {
            if (phase.progress().bytes() != written) {
                throw new IOException(phase.name() + ": " + phase.progress().bytes() + " bytes: expected " + written);
            }
        }
    }
}
