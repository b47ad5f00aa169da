package org.underbase.workload.messages.mailbox;

/** Changes of a message's metadata; each is one record of the log. */
public enum Change {
    MARK_READ(0, Change.READ, 0),
    MARK_UNREAD(1, 0, Change.READ),
    STAR(2, Change.STARRED, 0),
    UNSTAR(3, 0, Change.STARRED),
    ARCHIVE(4, Change.ARCHIVED, 0),
    UNARCHIVE(5, 0, Change.ARCHIVED);

    /** Bit of a message's state: it was read. */
    public static final int READ = 1;

    public static final int STARRED = 2;
    public static final int ARCHIVED = 4;

    private final int code;
    private final int set;
    private final int clear;

    Change(int code, int set, int clear) {
        this.code = code;
        this.set = set;
        this.clear = clear;
    }

    /** Returns the code of the change in a cell. */
    int code() {
        return code;
    }

    static Change of(int code) {
        for (Change change : values()) {
            if (change.code == code) {
                return change;
            }
        }
        throw new IllegalArgumentException("unknown change " + code);
    }

    /** Returns the state after the change. */
    public int apply(int flags) {
        return (flags | set) & ~clear;
    }
}
