package org.underbase.htfs.filter;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.fs.MultipartUploader;
import org.apache.hadoop.fs.PartHandle;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathHandle;
import org.apache.hadoop.fs.UploadHandle;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.underbase.htfs.call.FsCalls;
import org.underbase.htfs.format.Call;

/** Wrapper of an uploader; each step is recorded when it completes. */
final class TracedUploader implements MultipartUploader {
    private final MultipartUploader real;
    private final FsCalls calls;

    TracedUploader(MultipartUploader real, FsCalls calls) {
        this.real = real;
        this.calls = calls;
    }

    @Override
    public CompletableFuture<UploadHandle> startUpload(Path path) throws IOException {
        return calls.future(Call.UPLOAD_START, path, facts -> {}, () -> real.startUpload(path));
    }

    @Override
    public CompletableFuture<PartHandle> putPart(
            UploadHandle upload, int part, boolean last, Path path, InputStream data, long length) throws IOException {
        return calls.future(
                Call.UPLOAD_PART,
                path,
                facts -> facts.add("part", part).add("bytes", length),
                () -> real.putPart(upload, part, last, path, data, length));
    }

    @Override
    public CompletableFuture<PathHandle> complete(UploadHandle upload, Path path, Map<Integer, PartHandle> parts)
            throws IOException {
        return calls.future(
                Call.UPLOAD_COMPLETE,
                path,
                facts -> facts.add("parts", parts == null ? null : parts.size()),
                () -> real.complete(upload, path, parts));
    }

    @Override
    public CompletableFuture<Void> abort(UploadHandle upload, Path path) throws IOException {
        return calls.future(Call.UPLOAD_ABORT, path, facts -> {}, () -> real.abort(upload, path));
    }

    @Override
    public CompletableFuture<Integer> abortUploadsUnderPath(Path path) throws IOException {
        return calls.future(
                Call.UPLOAD_ABORT, path, facts -> facts.add("under", true), () -> real.abortUploadsUnderPath(path));
    }

    @Override
    public void close() throws IOException {
        real.close();
    }

    @Override
    public IOStatistics getIOStatistics() {
        return real.getIOStatistics();
    }

    @Override
    public String toString() {
        return real.toString();
    }
}
