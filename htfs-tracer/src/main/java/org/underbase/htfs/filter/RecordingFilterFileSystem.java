package org.underbase.htfs.filter;

import java.io.IOException;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.FutureDataInputStreamBuilder;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathHandle;
import org.apache.hadoop.fs.StorageStatistics;
import org.underbase.htfs.call.FsCalls;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.record.Tracer;

/**
 * The part of the traced filter that is not generated from {@code src/main/calls/calls.txt}.
 *
 * <p>Each public method calls the method of the same signature of the inner file system, also where
 * {@link FilterFileSystem} does not. FilterFileSystem inherits the remaining methods from {@link FileSystem}, whose
 * defaults would replace the inner file system's implementation.
 */
abstract class RecordingFilterFileSystem extends FilterFileSystem {
    private FsCalls calls = FsCalls.none();

    RecordingFilterFileSystem() {}

    RecordingFilterFileSystem(FileSystem inner) {
        super(inner);
    }

    /** Returns the recorder of this file system, which records nothing before {@link #record}. */
    final FsCalls calls() {
        return calls;
    }

    /** Starts to record. */
    protected final void record(Tracer tracer, String user) {
        calls = new FsCalls(tracer, user, fs.getUri(), this::getWorkingDirectory);
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
    public String getCanonicalServiceName() {
        return fs.getCanonicalServiceName();
    }

    @Override
    public String getScheme() {
        return fs.getScheme();
    }

    @Override
    public StorageStatistics getStorageStatistics() {
        return fs.getStorageStatistics();
    }

    /** Records the deletions that {@code deleteOnExit} requested, and the close itself. */
    @Override
    public void close() throws IOException {
        calls.around(Call.CLOSE_FILE_SYSTEM, super::close);
    }
}
