package org.underbase.htfs.filter;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FutureDataInputStreamBuilder;
import org.apache.hadoop.fs.Path;
import org.underbase.htfs.call.FsCalls;
import org.underbase.htfs.format.Call;

/** Wrapper of the inner file system's builder; the open is recorded when it completes. */
public final class TracedInputBuilder implements FutureDataInputStreamBuilder {
    private final FsCalls calls;
    private final Path path;
    private final FutureDataInputStreamBuilder real;

    /**
     * Wraps a builder.
     *
     * @param calls recorder of the file system
     * @param path path of the file, or null if it is opened by a handle
     * @param real the inner file system's builder
     */
    public TracedInputBuilder(FsCalls calls, Path path, FutureDataInputStreamBuilder real) {
        this.calls = calls;
        this.path = path;
        this.real = real;
    }

    @Override
    public CompletableFuture<FSDataInputStream> build() throws IOException {
        return calls.future(Call.OPEN, path, facts -> facts.add("by", "openFile"), () -> real.build()
                .thenApply(in -> TracedStreams.input(in, calls, path)));
    }

    @Override
    public FutureDataInputStreamBuilder withFileStatus(FileStatus status) {
        real.withFileStatus(status);
        return this;
    }

    @Override
    public FutureDataInputStreamBuilder opt(String key, String value) {
        real.opt(key, value);
        return this;
    }

    @Override
    public FutureDataInputStreamBuilder opt(String key, String... values) {
        real.opt(key, values);
        return this;
    }

    @Override
    public FutureDataInputStreamBuilder must(String key, String value) {
        real.must(key, value);
        return this;
    }

    @Override
    public FutureDataInputStreamBuilder must(String key, String... values) {
        real.must(key, values);
        return this;
    }
}
