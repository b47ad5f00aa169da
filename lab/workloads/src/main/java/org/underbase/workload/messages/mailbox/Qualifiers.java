package org.underbase.workload.messages.mailbox;

import com.google.common.primitives.Longs;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Names of columns. Numbers have eight bytes in big-endian order, so that HBase sorts them; for an order with the newest
 * first, the number is subtracted from {@link Long#MAX_VALUE}.
 */
public final class Qualifiers {
    static final Column COUNTERS = Column.named(Family.PREFETCH_META, "counters");
    static final Column SUMMARY = Column.named(Family.PREFETCH_META, "summary");
    static final Column CONTACTS = Column.named(Family.PREFETCH_META, "contacts");
    static final Column PRIVACY = Column.named(Family.PREFETCH_META, "privacy");

    private Qualifiers() {}

    /** Returns the column of a record of the log; the newest sorts first. */
    static Column record(int action) {
        return new Column(Family.ACTIONS, newestFirst(action));
    }

    static Column snapshot(int mid) {
        return new Column(Family.MESSAGE_META, Longs.toByteArray(mid));
    }

    static Column thread(int tid) {
        return new Column(Family.THREAD_META, Longs.toByteArray(tid));
    }

    /** Returns the column of a message of a thread; the newest message of each thread sorts first. */
    static Column threadMessage(int tid, int mid) {
        return new Column(Family.THREADER_THREAD, join(Longs.toByteArray(tid), newestFirst(mid)));
    }

    /** Returns the column of a message that contains a word; the newest message of each word sorts first. */
    static Column keyword(String word, int mid) {
        return new Column(Family.KEYWORDS, join(wordPrefix(word), newestFirst(mid)));
    }

    /** Returns the prefix of the columns of a word. */
    static byte[] wordPrefix(String word) {
        return (word + '\0').getBytes(StandardCharsets.US_ASCII);
    }

    static Column externalId(String id) {
        return Column.named(Family.THREADING_IDX, id);
    }

    static Column indexed(int mid, int action) {
        return new Column(Family.ACTION_LOG_IDX, join(Longs.toByteArray(mid), Longs.toByteArray(action)));
    }

    static byte[] newestFirst(int number) {
        return Longs.toByteArray(Long.MAX_VALUE - number);
    }

    /** Returns the number in the eight bytes at {@code offset}, in either order. */
    static int number(byte[] qualifier, int offset) {
        if (qualifier.length < offset + Long.BYTES) {
            throw new IllegalArgumentException("not a number at " + offset + " of " + printable(qualifier));
        }
        long value = Longs.fromByteArray(Arrays.copyOfRange(qualifier, offset, offset + Long.BYTES));
        long number = value > Integer.MAX_VALUE ? Long.MAX_VALUE - value : value;
        if (number < 0 || number > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("number out of range at " + offset + " of " + printable(qualifier));
        }
        return (int) number;
    }

    /** Returns the word in the qualifier of a keyword. */
    static String word(byte[] qualifier) {
        int end = qualifier.length - Long.BYTES - 1;
        if (end < 1 || qualifier[end] != 0) {
            throw new IllegalArgumentException("not a keyword: " + printable(qualifier));
        }
        return new String(qualifier, 0, end, StandardCharsets.US_ASCII);
    }

    private static byte[] join(byte[] first, byte[] second) {
        byte[] all = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        return all;
    }

    static String printable(byte[] qualifier) {
        StringBuilder text = new StringBuilder();
        for (byte b : qualifier) {
            if (b > ' ' && b < 0x7f) {
                text.append((char) b);
            } else {
                text.append(String.format("\\x%02X", b));
            }
        }
        return text.toString();
    }
}
