package org.underbase.htfs.filter;

import java.io.IOException;
import java.util.EnumSet;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.BulkDelete;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.FsServerDefaults;
import org.apache.hadoop.fs.FutureDataInputStreamBuilder;
import org.apache.hadoop.fs.MultipartUploaderBuilder;
import org.apache.hadoop.fs.Options.ChecksumOpt;
import org.apache.hadoop.fs.Options.HandleOpt;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathHandle;
import org.apache.hadoop.fs.impl.OpenFileParameters;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;
import org.underbase.htfs.call.FsCalls;
import org.underbase.htfs.call.TracedBulkDelete;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.record.Tracer;

/**
 * Records the calls that open, create, append to, and ask about the data of files of any file system.
 *
 * <p>Every public method is handed to the method of the same signature of the inner file system, also where
 * {@link FilterFileSystem} does not: it inherits the rest from {@link FileSystem}, whose general answers would replace
 * the inner file system's own.
 */
abstract class FilteredFiles extends FilterFileSystem {
    private FsCalls calls = FsCalls.none();

    FilteredFiles() {}

    FilteredFiles(FileSystem inner) {
        super(inner);
    }

    /** Where this file system records its calls; before it is attached nothing is recorded. */
    final FsCalls calls() {
        return calls;
    }

    /** Records from now on. */
    protected final void record(Tracer tracer, String user) {
        calls = new FsCalls(tracer, user, this::getWorkingDirectory);
    }

    private FSDataInputStream input(FSDataInputStream real, Path f) {
        return TracedStreams.input(real, calls, f);
    }

    private FSDataOutputStream output(FSDataOutputStream real, Path f, Call call) {
        return TracedStreams.output(real, calls, f, call == Call.CREATE);
    }

    @Override
    public void concat(Path target, Path[] sources) throws IOException {
        Path first = sources == null || sources.length == 0 ? null : sources[0];
        calls().run(
                        Call.CONCAT,
                        target,
                        first,
                        facts -> facts.add("sources", sources == null ? null : sources.length),
                        () -> {
                            fs.concat(target, sources);
                            for (Path source : sources) {
                                calls().deleted(source);
                            }
                        });
    }

    @Override
    @SuppressWarnings({"rawtypes", "unchecked"}) // the inherited method returns the raw type
    public FSDataOutputStreamBuilder createFile(Path f) {
        return new TracedOutputBuilder(this, calls, f, fs.createFile(f), Call.CREATE);
    }

    @Override
    @SuppressWarnings({"rawtypes", "unchecked"}) // the inherited method returns the raw type
    public FSDataOutputStreamBuilder appendFile(Path f) {
        return new TracedOutputBuilder(this, calls, f, fs.appendFile(f), Call.APPEND);
    }

    @Override
    public FutureDataInputStreamBuilder openFile(Path f) throws IOException {
        return new TracedInputBuilder(calls, f, fs.openFile(f));
    }

    @Override
    public FutureDataInputStreamBuilder openFile(PathHandle handle) throws IOException {
        return new TracedInputBuilder(calls, null, fs.openFile(handle));
    }

    @Override
    protected CompletableFuture<FSDataInputStream> openFileWithOptions(Path f, OpenFileParameters parameters)
            throws IOException {
        return calls().future(Call.OPEN, f, facts -> facts.add("by", "openFile"), () -> super.openFileWithOptions(
                        f, parameters)
                .thenApply(in -> input(in, f)));
    }

    @Override
    protected CompletableFuture<FSDataInputStream> openFileWithOptions(PathHandle handle, OpenFileParameters parameters)
            throws IOException {
        return calls().future(
                        Call.OPEN, null, facts -> facts.add("by", "openFile,handle"), () -> super.openFileWithOptions(
                                        handle, parameters)
                                .thenApply(in -> input(in, null)));
    }

    @Override
    public FSDataInputStream open(Path f) throws IOException {
        return calls().call(Call.OPEN, f, () -> input(fs.open(f), f));
    }

    @Override
    public FSDataInputStream open(Path f, int bufferSize) throws IOException {
        return calls().call(Call.OPEN, f, () -> input(fs.open(f, bufferSize), f));
    }

    @Override
    public FSDataInputStream open(PathHandle handle) throws IOException {
        return calls().call(Call.OPEN, null, facts -> facts.add("by", "handle"), () -> input(fs.open(handle), null));
    }

    @Override
    public FSDataInputStream open(PathHandle handle, int bufferSize) throws IOException {
        return calls().call(
                        Call.OPEN,
                        null,
                        facts -> facts.add("by", "handle"),
                        () -> input(fs.open(handle, bufferSize), null));
    }

    @Override
    protected PathHandle createPathHandle(FileStatus status, HandleOpt... options) {
        return calls().local(
                        Call.CREATE_PATH_HANDLE,
                        status == null ? null : status.getPath(),
                        null,
                        () -> super.createPathHandle(status, options));
    }

    @Override
    public FSDataOutputStream create(Path f) throws IOException {
        return calls().call(Call.CREATE, f, () -> output(fs.create(f), f, Call.CREATE));
    }

    @Override
    public FSDataOutputStream create(Path f, boolean overwrite) throws IOException {
        return calls().call(
                        Call.CREATE,
                        f,
                        facts -> facts.add("overwrite", overwrite),
                        () -> output(fs.create(f, overwrite), f, Call.CREATE));
    }

    @Override
    public FSDataOutputStream create(Path f, Progressable progress) throws IOException {
        return calls().call(Call.CREATE, f, () -> output(fs.create(f, progress), f, Call.CREATE));
    }

    @Override
    public FSDataOutputStream create(Path f, short replication) throws IOException {
        return calls().call(
                        Call.CREATE,
                        f,
                        facts -> facts.add("replication", replication),
                        () -> output(fs.create(f, replication), f, Call.CREATE));
    }

    @Override
    public FSDataOutputStream create(Path f, short replication, Progressable progress) throws IOException {
        return calls().call(
                        Call.CREATE,
                        f,
                        facts -> facts.add("replication", replication),
                        () -> output(fs.create(f, replication, progress), f, Call.CREATE));
    }

    @Override
    public FSDataOutputStream create(Path f, boolean overwrite, int bufferSize) throws IOException {
        return calls().call(
                        Call.CREATE,
                        f,
                        facts -> facts.add("overwrite", overwrite),
                        () -> output(fs.create(f, overwrite, bufferSize), f, Call.CREATE));
    }

    @Override
    public FSDataOutputStream create(Path f, boolean overwrite, int bufferSize, Progressable progress)
            throws IOException {
        return calls().call(
                        Call.CREATE,
                        f,
                        facts -> facts.add("overwrite", overwrite),
                        () -> output(fs.create(f, overwrite, bufferSize, progress), f, Call.CREATE));
    }

    @Override
    public FSDataOutputStream create(Path f, boolean overwrite, int bufferSize, short replication, long blockSize)
            throws IOException {
        return calls().call(
                        Call.CREATE,
                        f,
                        facts -> facts.add("overwrite", overwrite).addCreate(null, null, replication, blockSize, null),
                        () -> output(fs.create(f, overwrite, bufferSize, replication, blockSize), f, Call.CREATE));
    }

    @Override
    public FSDataOutputStream create(
            Path f, boolean overwrite, int bufferSize, short replication, long blockSize, Progressable progress)
            throws IOException {
        return calls().call(
                        Call.CREATE,
                        f,
                        facts -> facts.add("overwrite", overwrite).addCreate(null, null, replication, blockSize, null),
                        () -> output(
                                fs.create(f, overwrite, bufferSize, replication, blockSize, progress), f, Call.CREATE));
    }

    @Override
    public FSDataOutputStream create(
            Path f,
            FsPermission permission,
            boolean overwrite,
            int bufferSize,
            short replication,
            long blockSize,
            Progressable progress)
            throws IOException {
        return calls().call(
                        Call.CREATE,
                        f,
                        facts -> facts.add("overwrite", overwrite)
                                .addCreate(permission, null, replication, blockSize, null),
                        () -> output(
                                fs.create(f, permission, overwrite, bufferSize, replication, blockSize, progress),
                                f,
                                Call.CREATE));
    }

    @Override
    public FSDataOutputStream create(
            Path f,
            FsPermission permission,
            EnumSet<CreateFlag> flags,
            int bufferSize,
            short replication,
            long blockSize,
            Progressable progress)
            throws IOException {
        return calls().call(
                        Call.CREATE,
                        f,
                        facts -> facts.addCreate(permission, flags, replication, blockSize, null),
                        () -> output(
                                fs.create(f, permission, flags, bufferSize, replication, blockSize, progress),
                                f,
                                Call.CREATE));
    }

    @Override
    public FSDataOutputStream create(
            Path f,
            FsPermission permission,
            EnumSet<CreateFlag> flags,
            int bufferSize,
            short replication,
            long blockSize,
            Progressable progress,
            ChecksumOpt checksum)
            throws IOException {
        return calls().call(
                        Call.CREATE,
                        f,
                        facts -> facts.addCreate(permission, flags, replication, blockSize, null)
                                .add("checksum", checksum),
                        () -> output(
                                fs.create(f, permission, flags, bufferSize, replication, blockSize, progress, checksum),
                                f,
                                Call.CREATE));
    }

    @Override
    @Deprecated
    protected FSDataOutputStream primitiveCreate(
            Path f,
            FsPermission permission,
            EnumSet<CreateFlag> flags,
            int bufferSize,
            short replication,
            long blockSize,
            Progressable progress,
            ChecksumOpt checksum)
            throws IOException {
        return calls().call(
                        Call.CREATE,
                        f,
                        facts -> facts.addCreate(permission, flags, replication, blockSize, null),
                        () -> output(
                                super.primitiveCreate(
                                        f, permission, flags, bufferSize, replication, blockSize, progress, checksum),
                                f,
                                Call.CREATE));
    }

    @Override
    public FSDataOutputStream createNonRecursive(
            Path f, boolean overwrite, int bufferSize, short replication, long blockSize, Progressable progress)
            throws IOException {
        return calls().call(
                        Call.CREATE,
                        f,
                        facts -> facts.add("recursive", false)
                                .add("overwrite", overwrite)
                                .addCreate(null, null, replication, blockSize, null),
                        () -> output(
                                fs.createNonRecursive(f, overwrite, bufferSize, replication, blockSize, progress),
                                f,
                                Call.CREATE));
    }

    @Override
    public FSDataOutputStream createNonRecursive(
            Path f,
            FsPermission permission,
            boolean overwrite,
            int bufferSize,
            short replication,
            long blockSize,
            Progressable progress)
            throws IOException {
        return calls().call(
                        Call.CREATE,
                        f,
                        facts -> facts.add("recursive", false)
                                .add("overwrite", overwrite)
                                .addCreate(permission, null, replication, blockSize, null),
                        () -> output(
                                fs.createNonRecursive(
                                        f, permission, overwrite, bufferSize, replication, blockSize, progress),
                                f,
                                Call.CREATE));
    }

    @Override
    public FSDataOutputStream createNonRecursive(
            Path f,
            FsPermission permission,
            EnumSet<CreateFlag> flags,
            int bufferSize,
            short replication,
            long blockSize,
            Progressable progress)
            throws IOException {
        return calls().call(
                        Call.CREATE,
                        f,
                        facts -> facts.add("recursive", false)
                                .addCreate(permission, flags, replication, blockSize, null),
                        () -> output(
                                fs.createNonRecursive(
                                        f, permission, flags, bufferSize, replication, blockSize, progress),
                                f,
                                Call.CREATE));
    }

    @Override
    public FSDataOutputStream append(Path f) throws IOException {
        return calls().call(Call.APPEND, f, () -> output(fs.append(f), f, Call.APPEND));
    }

    @Override
    public FSDataOutputStream append(Path f, int bufferSize) throws IOException {
        return calls().call(Call.APPEND, f, () -> output(fs.append(f, bufferSize), f, Call.APPEND));
    }

    @Override
    public FSDataOutputStream append(Path f, int bufferSize, Progressable progress) throws IOException {
        return calls().call(Call.APPEND, f, () -> output(fs.append(f, bufferSize, progress), f, Call.APPEND));
    }

    @Override
    public FSDataOutputStream append(Path f, boolean newBlock) throws IOException {
        return calls().call(
                        Call.APPEND,
                        f,
                        facts -> facts.add("newBlock", newBlock),
                        () -> output(fs.append(f, newBlock), f, Call.APPEND));
    }

    @Override
    public FSDataOutputStream append(Path f, int bufferSize, Progressable progress, boolean newBlock)
            throws IOException {
        return calls().call(
                        Call.APPEND,
                        f,
                        facts -> facts.add("newBlock", newBlock),
                        () -> output(fs.append(f, bufferSize, progress, newBlock), f, Call.APPEND));
    }

    @Override
    public boolean createNewFile(Path f) throws IOException {
        return calls().call(Call.CREATE_NEW_FILE, f, () -> fs.createNewFile(f));
    }

    @Override
    public boolean truncate(Path f, long newLength) throws IOException {
        return calls().call(Call.TRUNCATE, f, facts -> facts.add("length", newLength), () -> fs.truncate(f, newLength));
    }

    @Override
    public BlockLocation[] getFileBlockLocations(FileStatus file, long start, long len) throws IOException {
        return calls().call(
                        Call.GET_FILE_BLOCK_LOCATIONS,
                        file == null ? null : file.getPath(),
                        facts -> facts.add("offset", start).add("length", len),
                        () -> fs.getFileBlockLocations(file, start, len));
    }

    @Override
    public BlockLocation[] getFileBlockLocations(Path f, long start, long len) throws IOException {
        return calls().call(
                        Call.GET_FILE_BLOCK_LOCATIONS,
                        f,
                        facts -> facts.add("offset", start).add("length", len),
                        () -> fs.getFileBlockLocations(f, start, len));
    }

    @Override
    public FileChecksum getFileChecksum(Path f) throws IOException {
        return calls().call(Call.GET_FILE_CHECKSUM, f, () -> fs.getFileChecksum(f));
    }

    @Override
    public FileChecksum getFileChecksum(Path f, long length) throws IOException {
        return calls().call(
                        Call.GET_FILE_CHECKSUM,
                        f,
                        facts -> facts.add("length", length),
                        () -> fs.getFileChecksum(f, length));
    }

    @Override
    @Deprecated
    public FsServerDefaults getServerDefaults() throws IOException {
        return calls().call(Call.GET_SERVER_DEFAULTS, () -> fs.getServerDefaults());
    }

    @Override
    public FsServerDefaults getServerDefaults(Path f) throws IOException {
        return calls().call(Call.GET_SERVER_DEFAULTS, f, () -> fs.getServerDefaults(f));
    }

    @Override
    public void setVerifyChecksum(boolean verify) {
        calls().local(Call.SET_VERIFY_CHECKSUM, null, facts -> facts.add("verify", verify), () -> {
            fs.setVerifyChecksum(verify);
            return null;
        });
    }

    @Override
    public void setWriteChecksum(boolean write) {
        calls().local(Call.SET_WRITE_CHECKSUM, null, facts -> facts.add("write", write), () -> {
            fs.setWriteChecksum(write);
            return null;
        });
    }

    @Override
    public BulkDelete createBulkDelete(Path base) throws IOException {
        return new TracedBulkDelete(
                calls().call(Call.CREATE_BULK_DELETE, base, () -> fs.createBulkDelete(base)), calls());
    }

    @Override
    public MultipartUploaderBuilder<?, ?> createMultipartUploader(Path base) throws IOException {
        return new TracedUploaderBuilder(
                calls().call(Call.CREATE_MULTIPART_UPLOADER, base, () -> fs.createMultipartUploader(base)), calls());
    }

    @Override
    public void copyFromLocalFile(Path source, Path target) throws IOException {
        calls().run(Call.COPY_FROM_LOCAL_FILE, target, () -> fs.copyFromLocalFile(source, target));
    }

    @Override
    public void copyFromLocalFile(boolean delSrc, Path source, Path target) throws IOException {
        calls().run(Call.COPY_FROM_LOCAL_FILE, target, () -> fs.copyFromLocalFile(delSrc, source, target));
    }

    @Override
    public void copyFromLocalFile(boolean delSrc, boolean overwrite, Path[] sources, Path target) throws IOException {
        calls().run(
                        Call.COPY_FROM_LOCAL_FILE,
                        target,
                        facts -> facts.add("sources", sources == null ? null : sources.length),
                        () -> fs.copyFromLocalFile(delSrc, overwrite, sources, target));
    }

    @Override
    public void copyFromLocalFile(boolean delSrc, boolean overwrite, Path source, Path target) throws IOException {
        calls().run(Call.COPY_FROM_LOCAL_FILE, target, () -> fs.copyFromLocalFile(delSrc, overwrite, source, target));
    }

    @Override
    public void moveFromLocalFile(Path[] sources, Path target) throws IOException {
        calls().run(
                        Call.COPY_FROM_LOCAL_FILE,
                        target,
                        facts -> facts.add("sources", sources == null ? null : sources.length)
                                .add("move", true),
                        () -> fs.moveFromLocalFile(sources, target));
    }

    @Override
    public void moveFromLocalFile(Path source, Path target) throws IOException {
        calls().run(
                        Call.COPY_FROM_LOCAL_FILE,
                        target,
                        facts -> facts.add("move", true),
                        () -> fs.moveFromLocalFile(source, target));
    }

    @Override
    public void copyToLocalFile(Path source, Path target) throws IOException {
        calls().run(Call.COPY_TO_LOCAL_FILE, source, () -> fs.copyToLocalFile(source, target));
    }

    @Override
    public void copyToLocalFile(boolean delSrc, Path source, Path target) throws IOException {
        calls().run(Call.COPY_TO_LOCAL_FILE, source, () -> fs.copyToLocalFile(delSrc, source, target));
    }

    @Override
    public void copyToLocalFile(boolean delSrc, Path source, Path target, boolean useRawLocal) throws IOException {
        calls().run(Call.COPY_TO_LOCAL_FILE, source, () -> fs.copyToLocalFile(delSrc, source, target, useRawLocal));
    }

    @Override
    public void moveToLocalFile(Path source, Path target) throws IOException {
        calls().run(
                        Call.COPY_TO_LOCAL_FILE,
                        source,
                        facts -> facts.add("move", true),
                        () -> fs.moveToLocalFile(source, target));
    }

    @Override
    public Path startLocalOutput(Path output, Path local) throws IOException {
        return calls().call(
                        Call.COPY_FROM_LOCAL_FILE,
                        output,
                        facts -> facts.add("step", "start"),
                        () -> fs.startLocalOutput(output, local));
    }

    @Override
    public void completeLocalOutput(Path output, Path local) throws IOException {
        calls().run(
                        Call.COPY_FROM_LOCAL_FILE,
                        output,
                        facts -> facts.add("step", "complete"),
                        () -> fs.completeLocalOutput(output, local));
    }
}
