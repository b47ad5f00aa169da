package org.underbase.htfs.record;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Size and number of the segments in the directory: this process's exactly, the others' as of the last listing.
 * Thread-safe.
 */
final class DirectoryUsage {
    /** A segment of this process. */
    private record Own(long bytes, long events) {}

    private final Map<String, Own> own = new HashMap<>();
    private long ownBytes;
    private long otherBytes;
    private int others;
    private long deletedSegments;
    private long deletedEvents;

    /** Sets the size of one of this process's segments. */
    synchronized void wrote(String name, long bytes, long events) {
        Own before = own.put(name, new Own(bytes, events));
        ownBytes += bytes - (before == null ? 0 : before.bytes());
    }

    /** Returns the names of this process's segments. */
    synchronized Set<String> names() {
        return Set.copyOf(own.keySet());
    }

    /**
     * Accepts a listing.
     *
     * @param listing the listing
     * @param before this process's segments before it; those that are missing were moved or deleted by others
     */
    synchronized void listed(TraceDir.Listing listing, Set<String> before) {
        otherBytes = listing.bytes();
        others = listing.count();
        for (String name : before) {
            if (!listing.own().contains(name)) {
                remove(name);
            }
        }
    }

    /**
     * Removes a segment.
     *
     * @param name its name
     * @param bytes its size, in bytes
     * @param deleted whether this process deleted it because of a limit
     * @return number of its events; -1 if another process wrote it
     */
    synchronized long removed(String name, long bytes, boolean deleted) {
        long events = remove(name);
        if (events >= 0) {
            deletedSegments += deleted ? 1 : 0;
            deletedEvents += deleted ? events : 0;
        } else {
            otherBytes -= bytes;
            others--;
        }
        return events;
    }

    private long remove(String name) {
        Own gone = own.remove(name);
        ownBytes -= gone == null ? 0 : gone.bytes();
        return gone == null ? -1 : gone.events();
    }

    synchronized long bytes() {
        return ownBytes + otherBytes;
    }

    synchronized int count() {
        return own.size() + others;
    }

    /** Returns the number of this process's segments that a limit deleted. */
    synchronized long deletedSegments() {
        return deletedSegments;
    }

    /** Returns the number of events in {@link #deletedSegments()}. */
    synchronized long deletedEvents() {
        return deletedEvents;
    }
}
