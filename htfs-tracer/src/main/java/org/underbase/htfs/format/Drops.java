package org.underbase.htfs.format;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Counts of lost events and of the bytes that their reads and writes moved, by cause. Each lost event is counted once. Immutable. */
public final class Drops {
    /** The cause of a loss, in the order of the format; causes are only appended. */
    public enum Cause {
        /** The memory for unwritten events was full. */
        RING_FULL(0, "because the memory for unwritten events was full"),
        /** The block with the event could not be written. */
        WRITE_ERROR(1, "because of write errors"),
        /** The traces reached their size limit. */
        SIZE_CAP(2, "because of the size limit"),
        /** The file system of the traces had too little free space. */
        LOW_SPACE(3, "because of low disk space"),
        /** The call waited for memory until its deadline. */
        DEADLINE(4, "after waiting until the deadline"),
        /** The call ended inside another traced call, where its event could not be recorded. */
        NESTED(5, "inside another traced call"),
        /** The tracer failed. */
        FAILURE(6, "because the tracer failed"),
        /** The call ended after the end of the recording. */
        ENDED(7, "after the end of the recording"),
        /** Another cause, of a newer writer. */
        OTHER(8, "for another cause");

        private final int code;
        private final String phrase;

        Cause(int code, String phrase) {
            this.code = code;
            this.phrase = phrase;
        }

        /** Returns the position of the cause in a block's header. */
        public int code() {
            return code;
        }

        /** Returns the cause at a position in a block's header; {@link #OTHER} for one of a newer writer. */
        static Cause ofCode(int code) {
            return code < CAUSES.length ? CAUSES[code] : OTHER;
        }

        /** Returns the cause as the end of a sentence. */
        public String phrase() {
            return phrase;
        }

        /** Returns the name in JSON, in camel case. */
        public String label() {
            StringBuilder label = new StringBuilder();
            for (char c : name().toCharArray()) {
                boolean first = !label.isEmpty() && label.charAt(label.length() - 1) == '_';
                label.setLength(label.length() - (first ? 1 : 0));
                label.append(first ? c : Character.toLowerCase(c));
            }
            return label.toString();
        }
    }

    private static final Cause[] CAUSES = Cause.values();
    public static final Drops NONE = new Drops(new long[CAUSES.length], new long[CAUSES.length]);

    private final long[] events;
    private final long[] bytes;

    private Drops(long[] events, long[] bytes) {
        this.events = events;
        this.bytes = bytes;
    }

    /** Returns these counts plus some lost events and bytes. */
    public Drops with(Cause cause, long moreEvents, long moreBytes) {
        Drops sum = new Drops(events.clone(), bytes.clone());
        sum.events[cause.code] = SaturatedSum.of(sum.events[cause.code], moreEvents);
        sum.bytes[cause.code] = SaturatedSum.of(sum.bytes[cause.code], moreBytes);
        return sum;
    }

    public long events(Cause cause) {
        return events[cause.code];
    }

    public long bytes(Cause cause) {
        return bytes[cause.code];
    }

    /** Returns the number of lost events. */
    public long total() {
        return Arrays.stream(events).reduce(0, SaturatedSum::of);
    }

    /** Returns the number of bytes that the lost reads and writes moved. */
    public long totalBytes() {
        return Arrays.stream(bytes).reduce(0, SaturatedSum::of);
    }

    public Drops plus(Drops other) {
        return combine(other, 1);
    }

    public Drops minus(Drops other) {
        return combine(other, -1);
    }

    private Drops combine(Drops other, int sign) {
        Drops sum = new Drops(events.clone(), bytes.clone());
        for (int i = 0; i < CAUSES.length; i++) {
            sum.events[i] = SaturatedSum.of(sum.events[i], sign * other.events[i]);
            sum.bytes[i] = SaturatedSum.of(sum.bytes[i], sign * other.bytes[i]);
        }
        return sum;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Drops drops && Arrays.equals(events, drops.events) && Arrays.equals(bytes, drops.bytes);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(events) + Arrays.hashCode(bytes);
    }

    /** Returns the counts by cause, such as {@code 3 because of write errors, 1 because of the size limit}. */
    @Override
    public String toString() {
        return total() == 0
                ? "0"
                : Stream.of(CAUSES)
                        .filter(cause -> events(cause) != 0)
                        .map(cause -> events(cause) + " " + cause.phrase())
                        .collect(Collectors.joining(", "));
    }
}
