package org.underbase.workload.dfsio;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.underbase.workload.drive.Client;
import org.underbase.workload.drive.Task;
import org.underbase.workload.random.SeededRandom;

/** Client with positional reads at seeded offsets of all files; its streams stay open. */
final class RandomReader implements Client, Closeable {
    static final List<String> TYPES = List.of("pread");

    private final DfsioOptions options;
    private final Pattern pattern;
    private final Counts counts;
    private final SeededRandom random;
    private final byte[] buffer;
    private final List<FSDataInputStream> streams = new ArrayList<>();

    RandomReader(DfsioOptions options, Pattern pattern, Counts counts, int number) {
        this.options = options;
        this.pattern = pattern;
        this.counts = counts;
        this.random = SeededRandom.of(options.seed(), number);
        this.buffer = new byte[(int) Math.min(options.request(), options.fileSize())];
    }

    /** Opens all files; call it before the measurement. */
    void open(FileSystem fs) throws IOException {
        for (int file = 0; file < options.files(); file++) {
            streams.add(fs.open(options.file(file)));
        }
    }

    @Override
    public Optional<Task> next() {
        int file = random.nextInt(options.files());
        long places = options.fileSize() - buffer.length + 1;
        long offset = (long) (random.nextDouble() * places);
        Request.Call call = () -> streams.get(file).readFully(offset, buffer, 0, buffer.length);
        return Optional.of(new Request(0, "pread", options.file(file), call, () -> {
            counts.add(buffer.length);
            if (options.verify() && !pattern.holds(file, offset, buffer, buffer.length)) {
                counts.addWrong();
            }
        }));
    }

    @Override
    public void close() throws IOException {
        for (FSDataInputStream stream : streams) {
            stream.close();
        }
    }
}
