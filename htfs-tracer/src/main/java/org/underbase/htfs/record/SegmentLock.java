package org.underbase.htfs.record;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;

/**
 * Lock of the segment that a process writes, so that no other process deletes it. Process ids cannot tell: those of another
 * container are invisible. The operating system releases the lock when the process ends.
 *
 * <p>Within this JVM, a registry of names replaces the lock: a process loses its lock on a file as soon as it closes any
 * channel of that file, so that a live segment of this JVM must not be opened. Thread-safe.
 */
final class SegmentLock {
    private static final Logger LOG = TracerLog.of(Tracer.class);
    private static final Set<String> HERE = ConcurrentHashMap.newKeySet();

    private SegmentLock() {}

    /** Registers a segment before it is created. */
    static void register(Path file) {
        HERE.add(name(file));
    }

    /** Removes a closed segment. */
    static void release(Path file) {
        HERE.remove(name(file));
    }

    /** Whether a tracer of this JVM writes the segment. */
    static boolean here(Path file) {
        return HERE.contains(name(file));
    }

    /**
     * Locks a new segment until its channel is closed. On a file system without locks it only logs.
     *
     * @param file the segment
     * @param channel its open channel
     * @throws FileAlreadyExistsException if another process is deleting it as abandoned, or has deleted it
     */
    static void lock(Path file, FileChannel channel) throws FileAlreadyExistsException {
        try {
            if (channel.tryLock() == null || !Files.exists(file)) {
                throw new FileAlreadyExistsException(file.toString());
            }
        } catch (FileAlreadyExistsException e) {
            throw e;
        } catch (IOException e) {
            LOG.debug("Cannot lock {}: other processes decide by its process id whether it may be deleted", file, e);
        }
    }

    private static String name(Path file) {
        return file.getFileName().toString();
    }
}
