package org.underbase.workload.messages.mailbox;

/**
 * A value in <i>ThreadMeta</i>.
 *
 * @param version the edit of the mailbox that wrote it
 * @param tid the first message of the thread
 * @param last the newest message of the thread when it was written
 */
record ThreadInfo(int version, int tid, int last) {
    private static final char TAG = 'T';

    byte[] encode(MessageSource source, int user) {
        ValueWriter out = new ValueWriter(TAG, 300).number(version).number(tid).number(last);
        int participants = 2 + Math.floorMod(tid, 4);
        for (int i = 0; i < participants; i++) {
            out.text(source.address(user, tid + i));
        }
        return out.text(source.snippet(user, last)).value();
    }

    static ThreadInfo decode(byte[] value) {
        return ValueReader.read("thread", value, in -> {
            in.expect(TAG);
            return new ThreadInfo(in.number(), in.number(), in.number());
        });
    }
}
