package org.underbase.htfs.record;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.underbase.htfs.format.Drops;

/**
 * Size and number of this user's segments in the directory: this process's exactly, those of others as of the last
 * listing. Thread-safe.
 */
final class DirectoryUsage {
    /** A segment of this process. */
    private record Own(long bytes, long events, Drops drops) {}

    private final Map<String, Own> own = new HashMap<>();
    private long ownBytes;
    private long otherBytes;
    private int others;
    private long deletedSegments;
    private long deletedEvents;
    private Drops deletedDrops = Drops.NONE;

    /** Sets the size and contents of one of this process's segments. */
    synchronized void wrote(SegmentWriter segment) {
        long bytes = segment.size();
        Own before =
                own.put(segment.file().getFileName().toString(), new Own(bytes, segment.events(), segment.drops()));
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
        Own gone = remove(name);
        if (gone == null) {
            otherBytes -= bytes;
            others--;
            return -1;
        }
        if (deleted) {
            deletedSegments++;
            deletedEvents += gone.events();
            deletedDrops = deletedDrops.plus(gone.drops());
        }
        return gone.events();
    }

    private Own remove(String name) {
        Own gone = own.remove(name);
        ownBytes -= gone == null ? 0 : gone.bytes();
        return gone;
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

    /** Returns the losses in the headers of {@link #deletedSegments()}. */
    synchronized Drops deletedDrops() {
        return deletedDrops;
    }
}
