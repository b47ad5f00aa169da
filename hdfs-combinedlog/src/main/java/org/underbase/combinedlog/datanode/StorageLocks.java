package org.underbase.combinedlog.datanode;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** Holds data directories as a DataNode does, by {@code in_use.lock}. */
final class StorageLocks implements Closeable {
    private final List<FileChannel> channels = new ArrayList<>();

    private StorageLocks() {}

    static StorageLocks take(List<Path> directories) throws IOException {
        StorageLocks locks = new StorageLocks();
        try {
            for (Path directory : directories) {
                locks.take(directory);
            }
            return locks;
        } catch (IOException e) {
            locks.close();
            throw e;
        }
    }

    private void take(Path directory) throws IOException {
        FileChannel channel =
                FileChannel.open(directory.resolve("in_use.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        channels.add(channel);
        FileLock lock;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            lock = null;
        }
        if (lock == null) {
            throw new IOException(directory + " is in use: stop its DataNode first");
        }
    }

    @Override
    public void close() throws IOException {
        for (FileChannel channel : channels) {
            channel.close();
        }
    }
}
