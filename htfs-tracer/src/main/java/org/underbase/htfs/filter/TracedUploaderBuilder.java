package org.underbase.htfs.filter;

import java.io.IOException;
import org.apache.hadoop.fs.MultipartUploader;
import org.apache.hadoop.fs.MultipartUploaderBuilder;
import org.apache.hadoop.fs.Options.ChecksumOpt;
import org.apache.hadoop.fs.permission.FsPermission;
import org.underbase.htfs.call.FsCalls;

/** Wrapper of the inner file system's builder, whose uploader is recorded. */
final class TracedUploaderBuilder implements MultipartUploaderBuilder<MultipartUploader, TracedUploaderBuilder> {
    private final MultipartUploaderBuilder<?, ?> real;
    private final FsCalls calls;

    TracedUploaderBuilder(MultipartUploaderBuilder<?, ?> real, FsCalls calls) {
        this.real = real;
        this.calls = calls;
    }

    @Override
    public MultipartUploader build() throws IOException {
        return new TracedUploader(real.build(), calls);
    }

    @Override
    public TracedUploaderBuilder permission(FsPermission permission) {
        real.permission(permission);
        return this;
    }

    @Override
    public TracedUploaderBuilder bufferSize(int size) {
        real.bufferSize(size);
        return this;
    }

    @Override
    public TracedUploaderBuilder replication(short replication) {
        real.replication(replication);
        return this;
    }

    @Override
    public TracedUploaderBuilder blockSize(long size) {
        real.blockSize(size);
        return this;
    }

    @Override
    public TracedUploaderBuilder create() {
        real.create();
        return this;
    }

    @Override
    public TracedUploaderBuilder overwrite(boolean overwrite) {
        real.overwrite(overwrite);
        return this;
    }

    @Override
    public TracedUploaderBuilder append() {
        real.append();
        return this;
    }

    @Override
    public TracedUploaderBuilder checksumOpt(ChecksumOpt checksum) {
        real.checksumOpt(checksum);
        return this;
    }

    @Override
    public TracedUploaderBuilder opt(String key, String value) {
        real.opt(key, value);
        return this;
    }

    @Override
    public TracedUploaderBuilder opt(String key, String... values) {
        real.opt(key, values);
        return this;
    }

    @Override
    public TracedUploaderBuilder must(String key, String value) {
        real.must(key, value);
        return this;
    }

    @Override
    public TracedUploaderBuilder must(String key, String... values) {
        real.must(key, values);
        return this;
    }
}
