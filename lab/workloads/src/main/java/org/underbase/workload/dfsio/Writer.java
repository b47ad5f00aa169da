package org.underbase.workload.dfsio;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.underbase.workload.drive.Client;
import org.underbase.workload.drive.Task;

/** Client that writes files sequentially from beginning to end. */
final class Writer implements Client, Closeable {
    static final List<String> TYPES = List.of("create", "write", "close");

    private final FileSystem fs;
    private final DfsioOptions options;
    private final Pattern pattern;
    private final Counts counts;
    private Client step = this::create;
    private Closeable unclosed = () -> {};
    private int file;
    private long offset;

    Writer(FileSystem fs, DfsioOptions options, Pattern pattern, Counts counts) {
        this.fs = fs;
        this.options = options;
        this.pattern = pattern;
        this.counts = counts;
    }

    @Override
    public Optional<Task> next() throws IOException {
        return step.next();
    }

    private Optional<Task> create() {
        file = counts.takeFile();
        offset = 0;
        return file < options.files()
                ? Optional.of(request(0, () -> created(fs.create(options.file(file), true)), 0))
                : Optional.empty();
    }

    private void created(FSDataOutputStream stream) {
        unclosed = stream;
        step = () -> Optional.of(offset == options.fileSize() ? close(stream) : write(stream));
    }

    private Task write(FSDataOutputStream stream) {
        int length = (int) Math.min(options.request(), options.fileSize() - offset);
        int start = pattern.start(file, offset);
        return request(1, () -> stream.write(pattern.bytes(), start, length), length);
    }

    private Task close(FSDataOutputStream stream) {
        return request(
                2,
                () -> {
                    // Also after a failure the stream must not be closed a second time.
                    unclosed = () -> {};
                    step = this::create;
                    stream.close();
                },
                0);
    }

    private Task request(int type, Request.Call call, int length) {
        return new Request(type, TYPES.get(type), options.file(file), call, () -> {
            offset += length;
            counts.add(length);
        });
    }

    @Override
    public void close() throws IOException {
        unclosed.close();
    }
}
