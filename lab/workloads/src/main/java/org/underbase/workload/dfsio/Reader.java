package org.underbase.workload.dfsio;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.underbase.workload.drive.Client;
import org.underbase.workload.drive.Task;

/** Reads files from beginning to end, one after another. */
final class Reader implements Client, Closeable {
    static final List<String> TYPES = List.of("open", "read", "close");

    private final FileSystem fs;
    private final DfsioOptions options;
    private final Pattern pattern;
    private final Counts counts;
    private final byte[] buffer;
    private Optional<FSDataInputStream> in = Optional.empty();
    private int file;
    private long offset;

    Reader(FileSystem fs, DfsioOptions options, Pattern pattern, Counts counts) {
        this.fs = fs;
        this.options = options;
        this.pattern = pattern;
        this.counts = counts;
        this.buffer = new byte[options.request()];
    }

    @Override
    public Optional<Task> next() {
        if (in.isEmpty()) {
            file = counts.takeFile();
            offset = 0;
            return file < options.files()
                    ? Optional.of(request(0, () -> in = Optional.of(fs.open(options.file(file))), 0))
                    : Optional.empty();
        }
        FSDataInputStream stream = in.get();
        if (offset == options.fileSize()) {
            return Optional.of(request(
                    2,
                    () -> {
                        in = Optional.empty();
                        stream.close();
                    },
                    0));
        }
        int length = (int) Math.min(options.request(), options.fileSize() - offset);
        return Optional.of(request(1, () -> stream.readFully(buffer, 0, length), length));
    }

    private Task request(int type, Request.Call call, int length) {
        return new Request(type, TYPES.get(type), options.file(file), call, () -> {
            if (options.verify() && !pattern.holds(file, offset, buffer, length)) {
                counts.addWrong();
            }
            offset += length;
            counts.add(length);
        });
    }

    @Override
    public void close() throws IOException {
        if (in.isPresent()) {
            in.get().close();
        }
    }
}
