package org.underbase.htfs.record;

import org.apache.hadoop.util.ShutdownHookManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees to it that what was recorded is written when the JVM ends. Runs as the last of Hadoop's shutdown hooks: after
 * those that close the file systems (priority 10) and that stop an HBase server (priority 0), for both still make calls.
 * Recording goes on behind it, for a hook outside Hadoop's may make calls even later.
 */
final class Exit {
    private static final Logger LOG = LoggerFactory.getLogger(Tracer.class);
    /** Below all others, but not the smallest integer: Hadoop orders hooks by subtraction, which overflows. */
    static final int PRIORITY = -1_000_000;

    private Exit() {}

    static void register(Tracer tracer) {
        try {
            ShutdownHookManager.get().addShutdownHook(tracer::exiting, PRIORITY);
        } catch (IllegalStateException e) {
            LOG.warn("The JVM is about to end: the last calls may be missing in the trace", e);
        }
    }
}
