package org.underbase.testbed.mini;

import java.io.IOException;
import java.lang.reflect.Field;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.util.ShutdownHookManager;
import org.apache.hadoop.util.VersionInfo;

/**
 * Shutdown hook that closes the file systems in FileSystem's cache. The shutdown of a MiniDFSCluster removes every hook of
 * the JVM. The cache adds its hook again only if it is empty, and HBase's Master aborts without this hook.
 */
final class CacheFinalizer {
    private CacheFinalizer() {}

    /** Registers the hook unless it is registered. */
    static void register() throws IOException {
        Runnable finalizer = finalizer();
        synchronized (CacheFinalizer.class) {
            if (!ShutdownHookManager.get().hasShutdownHook(finalizer)) {
                ShutdownHookManager.get().addShutdownHook(finalizer, FileSystem.SHUTDOWN_HOOK_PRIORITY);
            }
        }
    }

    /** Reads the same private fields as HBase. */
    private static Runnable finalizer() throws IOException {
        try {
            Field cache = FileSystem.class.getDeclaredField("CACHE");
            cache.setAccessible(true);
            Field finalizer = cache.getType().getDeclaredField("clientFinalizer");
            finalizer.setAccessible(true);
            return (Runnable) finalizer.get(cache.get(null));
        } catch (ReflectiveOperationException | ClassCastException e) {
            throw new IOException(
                    "unsupported Hadoop " + VersionInfo.getVersion() + ": its cache of file systems has other fields: "
                            + e,
                    e);
        }
    }
}
