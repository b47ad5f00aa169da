package org.underbase.combinedlog.datanode;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.underbase.combinedlog.journal.DirectoryLock;

/** Locks of data directories, compatible with the DataNode's own locks. */
final class StorageLocks implements Closeable {
    private final List<DirectoryLock> locks = new ArrayList<>();

    private StorageLocks() {}

    static StorageLocks take(List<Path> directories) throws IOException {
        StorageLocks all = new StorageLocks();
        try {
            for (Path directory : directories) {
                all.locks.add(DirectoryLock.tryTake(directory)
                        .orElseThrow(() -> new IOException(directory + " is in use: stop its DataNode first")));
            }
            return all;
        } catch (IOException e) {
            all.close();
            throw e;
        }
    }

    @Override
    public void close() throws IOException {
        for (DirectoryLock lock : locks) {
            lock.close();
        }
    }
}
