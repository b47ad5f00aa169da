package org.underbase.bench.analysis.run;

import java.io.IOException;
import java.nio.file.Path;

/** One measured analysis: {@code AnalysisMain WORK TRACE THREADS MEMORY_BYTES DIRECTORY}. */
public final class AnalysisMain {
    private AnalysisMain() {}

    /** Computes the figures. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Path directory = Path.of(args[4]);
        Meter meter = new Meter();
        meter.end(
                directory,
                Work.valueOf(args[0])
                        .run(Path.of(args[1]), Integer.parseInt(args[2]), directory, Long.parseLong(args[3])));
    }
}
