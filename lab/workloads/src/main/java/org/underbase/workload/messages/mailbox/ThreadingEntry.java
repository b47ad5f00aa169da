package org.underbase.workload.messages.mailbox;

/** A value in <i>ThreadingIdx</i>: the message and thread that an external id means. */
record ThreadingEntry(int mid, int tid) {
    private static final char TAG = 'I';

    byte[] encode() {
        return new ValueWriter(TAG, 9).number(mid).number(tid).value();
    }

    static ThreadingEntry decode(byte[] value) {
        return ValueReader.read("threading entry", value, in -> {
            in.expect(TAG);
            return new ThreadingEntry(in.number(), in.number());
        });
    }
}
