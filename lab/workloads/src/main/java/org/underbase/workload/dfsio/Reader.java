package org.underbase.workload.dfsio;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.underbase.workload.drive.Client;
import org.underbase.workload.drive.Task;

/** Client that reads files sequentially from beginning to end. */
final class Reader implements Client, Closeable {
    static final List<String> TYPES = List.of("open", "read", "close");

    private final FileSystem fs;
    private final DfsioOptions options;
    private final Pattern pattern;
    private final Counts counts;
    private final byte[] buffer;
    private Client step = this::open;
    private Closeable unclosed = () -> {};
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
    public Optional<Task> next() throws IOException {
        return step.next();
    }

    private Optional<Task> open() {
        file = counts.takeFile();
        offset = 0;
        return file < options.files()
                ? Optional.of(request(0, () -> opened(fs.open(options.file(file))), 0))
                : Optional.empty();
    }

    private void opened(FSDataInputStream stream) {
        unclosed = stream;
        step = () -> Optional.of(offset == options.fileSize() ? close(stream) : read(stream));
    }

    private Task read(FSDataInputStream stream) {
        int length = (int) Math.min(options.request(), options.fileSize() - offset);
        return request(1, () -> stream.readFully(buffer, 0, length), length);
    }

    private Task close(FSDataInputStream stream) {
        return request(
                2,
                () -> {
                    unclosed = () -> {};
                    step = this::open;
                    stream.close();
                },
                0);
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
        unclosed.close();
    }
}
