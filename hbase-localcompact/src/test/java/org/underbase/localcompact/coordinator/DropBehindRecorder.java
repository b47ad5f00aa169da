package org.underbase.localcompact.coordinator;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/** Local file system that records the requests to drop files from the page cache. */
public final class DropBehindRecorder extends RawLocalFileSystem {
    private final Set<String> inputs = new ConcurrentSkipListSet<>();
    private final List<Boolean> output = new CopyOnWriteArrayList<>();

    void reset() {
        inputs.clear();
        output.clear();
    }

    /** Returns the names of the read files with such a request. */
    Set<String> droppedInputs() {
        return Set.copyOf(inputs);
    }

    /** Returns the requests for the written files. */
    List<Boolean> output() {
        return List.copyOf(output);
    }

    @Override
    public FSDataInputStream open(Path path, int bufferSize) throws IOException {
        return new FSDataInputStream(super.open(path, bufferSize)) {
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
