package org.underbase.workload.messages.mailbox;

/**
 * Value in <i>MessageMeta</i>: the state of a message after all records of the log up to {@code asOf}, and its contents in a
 * listing. A few hundred bytes (paper, section 4.2).
 *
 * @param asOf last included record of the log
 * @param flags bits of {@link Change}
 */
record Snapshot(int asOf, int flags) {
    private static final char TAG = 'M';

    byte[] encode(MessageSource source, int user, Message message, int tid) {
        ValueWriter out = new ValueWriter(TAG, 400)
                .number(asOf)
                .small(flags)
                .number(message.mid())
                .number(tid)
                .longNumber(message.sentAt())
                .text(message.externalId())
                .text(message.subject())
                .text(source.address(user, message.sender()));
        for (int i = 0; i < message.recipients(); i++) {
            out.text(source.address(user, message.sender() + i + 1));
        }
        return out.text(source.snippet(user, message.mid()))
                .text(message.chat() ? "source=chat; folder=inbox" : "source=mail; folder=inbox; charset=us-ascii")
                .value();
    }

    static Snapshot decode(byte[] value) {
        return ValueReader.read("snapshot", value, in -> {
            in.expect(TAG);
            return new Snapshot(in.number(), in.small());
        });
    }
}
