package org.underbase.bench.analysis.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.underbase.operator.output.ProgressLine;

/**
 * Size of a generated trace.
 *
 * @param events approximate number of events
 * @param hosts number of RegionServers
 * @param regions number of regions of each server
 * @param eventsPerFile approximate number of events per created file
 */
public record TraceShape(long events, int hosts, int regions, int eventsPerFile) {
    /**
     * Writes the trace. The same shape and seed give the same events.
     *
     * @param dir directory to create
     * @return the number of events
     */
    public long write(Path dir, long seed, ProgressLine progress) throws IOException {
        Files.createDirectories(dir);
        SplittableRandom random = new SplittableRandom(seed);
        long written = 0;
        for (int host = 0; host < hosts; host++) {
            progress.step("generate a trace: host " + (host + 1) + " of " + hosts);
            written += new GeneratedServer(dir, host, this, random.split()).run((events - written) / (hosts - host));
        }
        return written;
    }
}
