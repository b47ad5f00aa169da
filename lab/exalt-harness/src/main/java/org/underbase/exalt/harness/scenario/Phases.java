package org.underbase.exalt.harness.scenario;

import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.underbase.exalt.harness.load.LoadProgress;
import org.underbase.exalt.harness.load.LoadSpec;
import org.underbase.exalt.harness.measure.Sample;
import org.underbase.exalt.harness.measure.Sampler;

/** Listener that reports the progress of a scenario's phases, and their loads. */
final class Phases implements Sampler.Listener {
    private static final int EVERY = 10;
    /** Replication of files whose data does not matter. */
    private static final short REPLICATION = 1;

    private static final long BLOCK = 128L << 20;

    private final Consumer<String> progress;
    private int seconds;

    Phases(Consumer<String> progress) {
        this.progress = progress;
    }

    @Override
    public void measured(Sample sample, LoadProgress clients) {
        if (++seconds % EVERY == 0) {
            progress.accept(String.format(
                    Locale.ROOT, "%s: %,d done, %d errors", sample.phase(), clients.files(), clients.errors()));
        }
    }

    /** Creates a load of clients that create empty files or directories. */
    static LoadSpec namespace(
            LoadSpec.Kind kind,
            String directory,
            ScenarioOptions options,
            long files,
            long seconds,
            int spread,
            long seed) {
        return new LoadSpec(kind, directory, options.clients(), 0, files, seconds, REPLICATION, BLOCK, spread, seed);
    }

    static List<List<String>> rows(List<Measured> measured) {
        return measured.stream().map(Measured::row).toList();
    }
}
