package org.underbase.workload.messages.mailbox;

/** Value in <i>Actions</i>. */
sealed interface LogRecord {
    /** Returns the number of its message. */
    int mid();

    byte[] encode();

    static LogRecord decode(byte[] value) {
        return ValueReader.read("log record", value, in -> switch (in.tag()) {
            case Added.TAG -> Added.read(in);
            case Changed.TAG -> Changed.read(in);
            default -> throw new IllegalArgumentException("unknown log record '" + in.tag() + "'");
        });
    }

    /** Record {@code addMsg} with the message. */
    record Added(Message message, int tid) implements LogRecord {
        static final char TAG = 'A';

        @Override
        public int mid() {
            return message.mid();
        }

        @Override
        public byte[] encode() {
            return new ValueWriter(TAG, message.body().length() + 160)
                    .number(message.mid())
                    .number(tid)
                    .small(message.chat() ? 1 : 0)
                    .number(message.sender())
                    .number(message.recipients())
                    .longNumber(message.sentAt())
                    .text(message.externalId())
                    .text(message.subject())
                    .text(message.body())
                    .value();
        }

        private static Added read(ValueReader in) {
            int mid = in.number();
            int tid = in.number();
            boolean chat = in.small() == 1;
            int sender = in.number();
            int recipients = in.number();
            long sentAt = in.longNumber();
            String externalId = in.text();
            String subject = in.text();
            return new Added(new Message(mid, chat, sender, recipients, sentAt, externalId, subject, in.text()), tid);
        }
    }

    /** Record of a change, such as {@code markAsRead}. */
    record Changed(int mid, Change change) implements LogRecord {
        static final char TAG = 'C';

        @Override
        public byte[] encode() {
            return new ValueWriter(TAG, 8).number(mid).small(change.code()).value();
        }

        private static Changed read(ValueReader in) {
            return new Changed(in.number(), Change.of(in.small()));
        }
    }
}
