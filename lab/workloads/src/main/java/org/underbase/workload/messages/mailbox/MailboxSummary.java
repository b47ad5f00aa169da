package org.underbase.workload.messages.mailbox;

import java.util.zip.CRC32C;

/** Cell {@code PrefetchMeta:summary}: the contents of an inbox listing, some hundred bytes. */
final class MailboxSummary {
    private static final char TAG = 'S';
    private static final int THREADS = 10;
    private static final int LOOK_BACK = 60;

    private MailboxSummary() {}

    /** Encodes the counts and the most recent threads of a mailbox. */
    static byte[] encode(MessageSource source, Mailbox box) {
        ValueWriter out =
                new ValueWriter(TAG, 800).number(box.edits()).number(box.size()).number(box.unread());
        int[] seen = new int[THREADS];
        int threads = 0;
        for (int rank = 0; rank < Math.min(LOOK_BACK, box.size()) && threads < THREADS; rank++) {
            int mid = box.newest(rank);
            int tid = box.thread(mid);
            if (!contains(seen, threads, tid)) {
                seen[threads++] = tid;
                out.number(tid)
                        .number(mid)
                        .small(box.flags(mid))
                        .text(source.name(box.user(), tid))
                        .text(source.snippet(box.user(), mid));
            }
        }
        return out.value();
    }

    private static boolean contains(int[] values, int count, int value) {
        for (int i = 0; i < count; i++) {
            if (values[i] == value) {
                return true;
            }
        }
        return false;
    }

    static int checksum(byte[] value) {
        CRC32C crc = new CRC32C();
        crc.update(value);
        return (int) crc.getValue();
    }
}
