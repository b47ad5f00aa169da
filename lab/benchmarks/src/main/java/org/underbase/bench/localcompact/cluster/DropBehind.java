package org.underbase.bench.localcompact.cluster;

import java.io.FileDescriptor;
import org.apache.bookkeeper.util.PageCacheUtil;
import org.apache.hadoop.io.nativeio.NativeIO.POSIX;
import org.apache.hadoop.util.ServicePlugin;

/**
 * Plug-in of DataNodes that drops pages from the page cache on request, as Hadoop's native library does. Hadoop's jars in Maven's
 * repository do not contain that library, and without it a DataNode ignores such requests.
 */
public final class DropBehind implements ServicePlugin {
    /** {@code POSIX_FADV_DONTNEED} of Linux; without its library, all of Hadoop's constants are -1. */
    private static final int DO_NOT_NEED = 4;

    /** For Hadoop. */
    public DropBehind() {}

    @Override
    public void start(Object service) {
        POSIX.POSIX_FADV_DONTNEED = DO_NOT_NEED;
        POSIX.setCacheManipulator(new POSIX.CacheManipulator() {
            @Override
            public void posixFadviseIfPossible(
                    String block, FileDescriptor file, long offset, long length, int advice) {
                if (advice == DO_NOT_NEED) {
                    PageCacheUtil.bestEffortRemoveFromPageCache(
                            PageCacheUtil.getSysFileDescriptor(file), offset, length);
                }
            }
        });
    }

    @Override
    public void stop() {
        // The DataNode's process ends.
    }

    @Override
    public void close() {
        // The DataNode's process ends.
    }
}
