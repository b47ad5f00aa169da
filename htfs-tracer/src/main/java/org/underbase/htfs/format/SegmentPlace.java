package org.underbase.htfs.format;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Place of a segment among all segments: its process and its number in it.
 *
 * @param host host of the process; empty if the place is unknown
 * @param pid process id
 * @param start start of the recording process, in milliseconds since the epoch
 * @param sequence number of the segment, from 0
 */
record SegmentPlace(String host, long pid, long start, int sequence) implements Comparable<SegmentPlace> {
    private static final Comparator<SegmentPlace> ORDER = Comparator.comparing(SegmentPlace::host)
            .thenComparingLong(SegmentPlace::pid)
            .thenComparingLong(SegmentPlace::start)
            .thenComparingInt(SegmentPlace::sequence);

    private static final Pattern NAME =
            Pattern.compile("(.+)-([0-9]{1,18})-([0-9]{1,18})-([0-9]{6,9})" + Pattern.quote(Layout.SUFFIX));

    static SegmentPlace of(SegmentHeader header) {
        return new SegmentPlace(header.host(), header.pid(), header.start(), header.sequence());
    }

    /** Returns the place that the writer's name of a file contains, for a file with an unreadable header. */
    static SegmentPlace ofName(String name) {
        Matcher parts = NAME.matcher(name);
        return parts.matches()
                ? new SegmentPlace(
                        parts.group(1),
                        Long.parseLong(parts.group(2)),
                        Long.parseLong(parts.group(3)),
                        Integer.parseInt(parts.group(4)))
                : new SegmentPlace("", 0, 0, 0);
    }

    boolean sameProcess(SegmentPlace other) {
        return host.equals(other.host) && pid == other.pid && start == other.start;
    }

    String describe() {
        return "segment " + sequence + " of process " + pid + "@" + start + " on " + host;
    }

    @Override
    public int compareTo(SegmentPlace other) {
        return ORDER.compare(this, other);
    }
}
