package org.underbase.testbed.mini;

import java.io.IOException;
import java.lang.reflect.Field;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.util.ShutdownHookManager;
import org.apache.hadoop.util.VersionInfo;

/**
 * The shutdown hook that closes the file systems of FileSystem's cache. A MiniDFSCluster that ends removes every hook of
 * the JVM, this one too; the cache adds it again only when it is empty; and HBase's Master aborts when it does not find it.
 */
final class CacheFinalizer {
    private CacheFinalizer() {}

    /** Registers the hook when it is not. */
    static void register() throws IOException {
        Runnable finalizer = finalizer();
        synchronized (CacheFinalizer.class) {
            if (!ShutdownHookManager.get().hasShutdownHook(finalizer)) {
                ShutdownHookManager.get().addShutdownHook(finalizer, FileSystem.SHUTDOWN_HOOK_PRIORITY);
            }
        }
    }

    /** The same private fields that HBase reads. */
    private static Runnable finalizer() throws IOException {
        try {
            Field cache = FileSystem.class.getDeclaredField("CACHE");
            cache.setAccessible(true);
            Field finalizer = cache.getType().getDeclaredField("clientFinalizer");
            finalizer.setAccessible(true);
            return (Runnable) finalizer.get(cache.get(null));
        } catch (ReflectiveOperationException | ClassCastException e) {
            throw new IOException(
                    "Hadoop " + VersionInfo.getVersion() + " keeps its cache of file systems otherwise than known: "
                            + e,
                    e);
        }
    }
}
