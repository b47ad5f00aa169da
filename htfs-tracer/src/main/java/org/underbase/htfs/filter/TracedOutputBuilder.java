package org.underbase.htfs.filter;

import java.io.IOException;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.ChecksumOpt;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;
import org.underbase.htfs.call.FsCalls;
import org.underbase.htfs.format.Call;

/**
 * Wrapper of the inner file system's builder, whose stream is recorded. It passes on each option and also keeps it for the
 * detail of the event.
 */
final class TracedOutputBuilder extends FSDataOutputStreamBuilder<FSDataOutputStream, TracedOutputBuilder> {
    private final FsCalls calls;
    private final Path path;
    private final FSDataOutputStreamBuilder<? extends FSDataOutputStream, ?> real;
    private final Call call;

    TracedOutputBuilder(
            FileSystem fs,
            FsCalls calls,
            Path path,
            FSDataOutputStreamBuilder<? extends FSDataOutputStream, ?> real,
            Call call) {
        super(fs, path);
        this.calls = calls;
        this.path = path;
        this.real = real;
        this.call = call;
        if (call == Call.CREATE) {
            super.create().overwrite();
        } else {
            super.append();
        }
    }

    private TracedOutputBuilder overwrite() {
        super.overwrite(true);
        return this;
    }

    @Override
    public TracedOutputBuilder getThisBuilder() {
        return this;
    }

    @Override
    public FSDataOutputStream build() throws IOException {
        return calls.call(
                call,
                path,
                facts -> facts.addCreate(getPermission(), getFlags(), getReplication(), getBlockSize(), null),
                () -> TracedStreams.output(real.build(), calls, path, call == Call.CREATE));
    }

    @Override
    public TracedOutputBuilder permission(FsPermission permission) {
        real.permission(permission);
        return super.permission(permission);
    }

    @Override
    public TracedOutputBuilder bufferSize(int size) {
        real.bufferSize(size);
        return super.bufferSize(size);
    }

    @Override
    public TracedOutputBuilder replication(short replication) {
        real.replication(replication);
        return super.replication(replication);
    }

    @Override
    public TracedOutputBuilder blockSize(long size) {
        real.blockSize(size);
        return super.blockSize(size);
    }

    @Override
    public TracedOutputBuilder recursive() {
        real.recursive();
        return super.recursive();
    }

    @Override
    public TracedOutputBuilder progress(Progressable progress) {
        real.progress(progress);
        return super.progress(progress);
    }

    @Override
    public TracedOutputBuilder create() {
        real.create();
        return super.create();
    }

    @Override
    public TracedOutputBuilder overwrite(boolean overwrite) {
        real.overwrite(overwrite);
        return super.overwrite(overwrite);
    }

    @Override
    public TracedOutputBuilder append() {
        real.append();
        return super.append();
    }

    @Override
    public TracedOutputBuilder checksumOpt(ChecksumOpt checksum) {
        real.checksumOpt(checksum);
        return super.checksumOpt(checksum);
    }

    @Override
    public TracedOutputBuilder opt(String key, String value) {
        real.opt(key, value);
        return super.opt(key, value);
    }

    @Override
    public TracedOutputBuilder opt(String key, String... values) {
        real.opt(key, values);
        return super.opt(key, values);
    }

    @Override
    public TracedOutputBuilder must(String key, String value) {
        real.must(key, value);
        return super.must(key, value);
    }

    @Override
    public TracedOutputBuilder must(String key, String... values) {
        real.must(key, values);
        return super.must(key, values);
    }
}
