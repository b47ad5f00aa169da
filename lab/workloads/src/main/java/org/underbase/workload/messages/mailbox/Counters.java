package org.underbase.workload.messages.mailbox;

/**
 * Cell {@code PrefetchMeta:counters}, rewritten by every put: the state from which a client continues.
 *
 * @param edits puts to the row so far
 * @param nextMid the next message
 * @param nextAction the next record of the log
 * @param contacts version of the contacts
 * @param privacy version of the privacy settings
 */
record Counters(int edits, int nextMid, int nextAction, int contacts, int privacy) {
    private static final char TAG = 'N';

    byte[] encode() {
        return new ValueWriter(TAG, 21)
                .number(edits)
                .number(nextMid)
                .number(nextAction)
                .number(contacts)
                .number(privacy)
                .value();
    }

    static Counters decode(byte[] value) {
        return ValueReader.read("counters", value, in -> {
            in.expect(TAG);
            return new Counters(in.number(), in.number(), in.number(), in.number(), in.number());
        });
    }
}
