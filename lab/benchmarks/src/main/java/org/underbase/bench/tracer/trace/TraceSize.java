package org.underbase.bench.tracer.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.underbase.htfs.format.TraceEvent;
import org.underbase.htfs.format.TraceFiles;
import org.underbase.htfs.format.TraceReader;

/**
 * How large a trace is.
 *
 * @param events that were read back
 * @param dropped that were counted as lost
 * @param bytes of the segments' files
 */
public record TraceSize(long events, long dropped, long bytes) {
    /**
     * Reads the whole trace below {@code directory}, and so proves that it can be read.
     *
     * @param each sees every event; it is a cursor
     * @throws IOException when it cannot be read, or a part of it is damaged
     */
    public static TraceSize of(Path directory, Consumer<TraceEvent> each) throws IOException {
        try (TraceReader reader = TraceReader.open(
                new Configuration(false), List.of(directory.toUri().toString()))) {
            while (reader.next()) {
                each.accept(reader.event());
            }
            if (reader.report().damages() > 0) {
                throw new IOException("the trace that the benchmark made is damaged: "
                        + reader.report().damage());
            }
            return new TraceSize(
                    reader.report().events(), reader.report().drops().total(), bytes(directory));
        }
    }

    /** As {@link #of(Path, Consumer)}, for its size alone. */
    public static TraceSize of(Path directory) throws IOException {
        return of(directory, event -> {});
    }

    public double bytesPerEvent() {
        return (double) bytes / events;
    }

    /** Of all events, in percent. */
    public double droppedPercent() {
        return 100.0 * dropped / (events + dropped);
    }

    private static long bytes(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            long sum = 0;
            for (Path file :
                    (Iterable<Path>) files.filter(path -> path.toString().endsWith(TraceFiles.SUFFIX))::iterator) {
                sum += Files.size(file);
            }
            return sum;
        }
    }
}
