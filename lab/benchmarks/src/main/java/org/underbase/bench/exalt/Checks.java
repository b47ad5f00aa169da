package org.underbase.bench.exalt;

import java.io.IOException;
import org.underbase.exalt.harness.load.LoadProgress;
import org.underbase.exalt.harness.measure.Phase;
import org.underbase.exalt.harness.run.RunResult;

/** A figure of a run that went wrong is none. */
final class Checks {
    private Checks() {}

    /**
     * That clients had no errors.
     *
     * @return what they said
     * @throws IOException where they had
     */
    static LoadProgress done(LoadProgress progress) throws IOException {
        if (progress.errors() > 0) {
            throw new IOException(progress.errors() + " client errors, the first: " + progress.firstError());
        }
        return progress;
    }

    /**
     * That all that was written was read back, each byte as it should be.
     *
     * @throws IOException where it was not
     */
    static void same(LoadProgress written, LoadProgress read) throws IOException {
        done(read);
        if (read.bytes() != written.bytes() || read.files() != written.files()) {
            throw new IOException(read.bytes() + " bytes of " + read.files() + " were read of the " + written.bytes()
                    + " bytes of " + written.files() + " that were written");
        }
    }

    /**
     * That all that was written was read back, each byte as it should be.
     *
     * @throws IOException where it was not
     */
    static void noErrors(RunResult result) throws IOException {
        for (Phase phase : result.phases()) {
            if (phase.progress().errors() > 0) {
                throw new IOException(phase.name() + ": " + phase.progress().errors() + " errors, the first: "
                        + phase.progress().firstError());
            }
        }
        long written = result.phases().get(0).progress().bytes();
        for (Phase phase : result.phases()) {
            if (phase.progress().bytes() != written) {
                throw new IOException(phase.name() + ": " + phase.progress().bytes() + " bytes of the " + written
                        + " that were written");
            }
        }
    }
}
