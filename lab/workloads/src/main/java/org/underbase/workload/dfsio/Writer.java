package org.underbase.workload.dfsio;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.underbase.workload.drive.Client;
import org.underbase.workload.drive.Task;

/** Writes files from beginning to end, one after another. */
final class Writer implements Client, Closeable {
    static final List<String> TYPES = List.of("create", "write", "close");

    private final FileSystem fs;
    private final DfsioOptions options;
    private final Pattern pattern;
    private final Counts counts;
    private Optional<FSDataOutputStream> out = Optional.empty();
    private int file;
    private long offset;

    Writer(FileSystem fs, DfsioOptions options, Pattern pattern, Counts counts) {
        this.fs = fs;
        this.options = options;
        this.pattern = pattern;
        this.counts = counts;
    }

    @Override
    public Optional<Task> next() {
        if (out.isEmpty()) {
            file = counts.takeFile();
            offset = 0;
            return file < options.files()
                    ? Optional.of(request(0, () -> out = Optional.of(fs.create(options.file(file), true)), 0))
                    : Optional.empty();
        }
        FSDataOutputStream stream = out.get();
        if (offset == options.fileSize()) {
            return Optional.of(request(
                    2,
                    () -> {
                        // Closed or not, it is not to be closed again.
                        out = Optional.empty();
                        stream.close();
                    },
                    0));
        }
        int length = (int) Math.min(options.request(), options.fileSize() - offset);
        int start = pattern.start(file, offset);
        return Optional.of(request(1, () -> stream.write(pattern.bytes(), start, length), length));
    }

    private Task request(int type, Request.Call call, int length) {
        return new Request(type, TYPES.get(type), options.file(file), call, () -> {
            offset += length;
            counts.add(length);
        });
    }

    @Override
    public void close() throws IOException {
        if (out.isPresent()) {
            out.get().close();
        }
    }
}
