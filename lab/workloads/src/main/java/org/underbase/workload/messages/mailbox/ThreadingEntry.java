package org.underbase.workload.messages.mailbox;

/** Value in <i>ThreadingIdx</i>: message and thread of an external ID. */
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
