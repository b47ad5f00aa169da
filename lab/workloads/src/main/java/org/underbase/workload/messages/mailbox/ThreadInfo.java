package org.underbase.workload.messages.mailbox;

/**
 * Value in <i>ThreadMeta</i>.
 *
 * @param version number of the edit that wrote it
 * @param tid first message of the thread
 * @param last newest message of the thread at that edit
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
