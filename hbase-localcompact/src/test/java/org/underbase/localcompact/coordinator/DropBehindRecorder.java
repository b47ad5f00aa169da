package org.underbase.localcompact.coordinator;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/** Local file system that records the requests to drop files from the page cache, and the threads that open and close files. */
public final class DropBehindRecorder extends RawLocalFileSystem {
    private final Set<String> inputs = new ConcurrentSkipListSet<>();
    private final List<Boolean> output = new CopyOnWriteArrayList<>();
    private final Set<String> threads = new ConcurrentSkipListSet<>();

    void reset() {
        inputs.clear();
        output.clear();
        threads.clear();
    }

    /** Returns the names of the read files with such a request. */
    Set<String> droppedInputs() {
        return Set.copyOf(inputs);
    }

    /** Returns the requests for the written files. */
    List<Boolean> output() {
        return List.copyOf(output);
    }

    /** Returns the names of the threads that opened and closed files to read. */
    Set<String> threads() {
        return new TreeSet<>(threads);
    }

    @Override
    public FSDataInputStream open(Path path, int bufferSize) throws IOException {
        threads.add(Thread.currentThread().getName());
        return new FSDataInputStream(super.open(path, bufferSize)) {
            @Override
            public void close() throws IOException {
                threads.add(Thread.currentThread().getName());
                super.close();
            }

            @Override
            public void setDropBehind(Boolean dropBehind) {
                if (dropBehind) {
                    inputs.add(path.getName());
                }
            }
        };
    }

    @Override
    public FSDataOutputStream create(
            Path path,
            FsPermission permission,
            boolean overwrite,
            int bufferSize,
            short replication,
            long blockSize,
            Progressable progress)
            throws IOException {
        return new FSDataOutputStream(
                super.create(path, permission, overwrite, bufferSize, replication, blockSize, progress), null) {
            @Override
            public void setDropBehind(Boolean dropBehind) {
                output.add(dropBehind);
            }
        };
    }
}
