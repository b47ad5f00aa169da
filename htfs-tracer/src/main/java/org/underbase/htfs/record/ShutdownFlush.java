package org.underbase.htfs.record;

import org.apache.hadoop.util.ShutdownHookManager;
import org.slf4j.Logger;

/**
 * The flush at JVM shutdown. It runs as the last of Hadoop's shutdown hooks, because those that close the file systems
 * (priority 10) and stop an HBase server (priority 0) still make calls. Recording continues afterwards for the calls of
 * other shutdown hooks.
 */
final class ShutdownFlush {
    private static final Logger LOG = TracerLog.of(Tracer.class);

    /** Lower than all others, but not the smallest integer: Hadoop compares priorities by subtraction, which overflows. */
    static final int PRIORITY = -1_000_000;

    private ShutdownFlush() {}

    static void register(Tracer tracer) {
        try {
            ShutdownHookManager.get().addShutdownHook(tracer::exiting, PRIORITY);
        } catch (IllegalStateException e) {
            LOG.warn("The JVM is shutting down: the trace may lack the last calls", e);
        }
    }
}
