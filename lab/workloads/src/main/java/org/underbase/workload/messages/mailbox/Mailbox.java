package org.underbase.workload.messages.mailbox;

import java.util.Arrays;

/**
 * The state of one user's mailbox as the client believes it to be in HBase. A message has a number ({@code mid}), a
 * thread is named by its first message ({@code tid}), a record of the log has a number ({@code action}); all count from
 * 0 and are never used twice. About 40 bytes a message. Not thread-safe: one client owns a mailbox.
 */
public final class Mailbox {
    /** A message's changes are snapshotted to MessageMeta when this many are in the log since the last snapshot. */
    static final int CHANGES_PER_SNAPSHOT = 6;

    /** Stands for an addMsg record where a change has its code. */
    static final int ADDED = -1;

    private static final int NONE = -1;

    private final int user;

    private int edits;
    private int contacts = 1;
    private int privacy = 1;
    private int summaryChecksum;
    private boolean summaryPresent;
    private boolean doubtful;
    private long lastTimestamp;

    // By message.
    private int messages;
    private int[] threadOf = new int[16];
    private byte[] flags = new byte[16];
    private int[] snapshotAsOf = new int[16];
    private byte[] changesSince = new byte[16];
    private boolean[] alive = new boolean[16];
    private int[] firstRecord = new int[16];
    private int[] lastRecord = new int[16];
    // By thread; a thread's number is that of a message.
    private int[] threadSize = new int[16];
    private int[] threadVersion = new int[16];
    private int[] threadLast = new int[16];
    // By record of the log.
    private int actions;
    private int[] actionMid = new int[16];
    private byte[] actionKind = new byte[16];
    private int[] nextRecord = new int[16];
    // The living messages, oldest first.
    private int[] living = new int[16];
    private int livingCount;
    private int unread;

    public Mailbox(int user) {
        this.user = user;
    }

    public int user() {
        return user;
    }

    /** Living messages. */
    public int size() {
        return livingCount;
    }

    /** Puts so far. */
    public int edits() {
        return edits;
    }

    int nextMid() {
        return messages;
    }

    int nextAction() {
        return actions;
    }

    int unread() {
        return unread;
    }

    int contacts() {
        return contacts;
    }

    int privacy() {
        return privacy;
    }

    Counters counters() {
        return new Counters(edits, messages, actions, contacts, privacy);
    }

    /** The living message of a rank, 0 the newest. */
    int newest(int rank) {
        return living[livingCount - 1 - rank];
    }

    public boolean alive(int mid) {
        return mid >= 0 && mid < messages && alive[mid];
    }

    int thread(int mid) {
        return threadOf[mid];
    }

    /** Living messages of a thread. */
    int threadSize(int tid) {
        return threadSize[tid];
    }

    /** What ThreadMeta holds of a thread that has living messages. */
    ThreadInfo threadInfo(int tid) {
        return new ThreadInfo(threadVersion[tid], tid, threadLast[tid]);
    }

    int flags(int mid) {
        return flags[mid];
    }

    /** The record of the log that the message's snapshot includes last, or a negative number when it has none. */
    int snapshotAsOf(int mid) {
        return snapshotAsOf[mid];
    }

    /** Whether the record is still in the log, which it is while its message lives. */
    boolean recorded(int action) {
        return actionMid[action] != NONE && alive[actionMid[action]];
    }

    int actionMid(int action) {
        return actionMid[action];
    }

    boolean actionAdded(int action) {
        return actionKind[action] == ADDED;
    }

    Change actionChange(int action) {
        return Change.of(actionKind[action]);
    }

    /** The records of a message later than {@code after}, oldest first. */
    int[] records(int mid, int after) {
        int[] found = new int[8];
        int count = 0;
        for (int action = firstRecord[mid]; action != NONE; action = nextRecord[action]) {
            if (action > after) {
                found = room(found, count);
                found[count++] = action;
            }
        }
        return Arrays.copyOf(found, count);
    }

    boolean summaryPresent() {
        return summaryPresent;
    }

    int summaryChecksum() {
        return summaryChecksum;
    }

    void summaryWritten(int checksum) {
        summaryPresent = true;
        summaryChecksum = checksum;
    }

    /** Whether a mutation failed, so that nobody knows if HBase has it. */
    public boolean doubtful() {
        return doubtful;
    }

    public void doubt() {
        doubtful = true;
    }

    /**
     * A time stamp for the next mutation, later than all before: a put in the same millisecond as an earlier delete of
     * the column would be hidden by it.
     */
    public long nextTimestamp(long now) {
        lastTimestamp = Math.max(now, lastTimestamp + 1);
        return lastTimestamp;
    }

    /** Says that HBase holds cells of this time already. */
    public void notBefore(long timestamp) {
        lastTimestamp = Math.max(lastTimestamp, timestamp);
    }

    /** Adds a message; it begins a thread or joins that of the message it answers. Returns its number. */
    int add(MessageSource source) {
        edits++;
        int mid = appendMessage(source);
        int action = appendAction(mid, ADDED);
        snapshotAsOf[mid] = source.chat(user, mid) ? NONE : action;
        int tid = threadOf[mid];
        threadVersion[tid] = edits;
        threadLast[tid] = mid;
        return mid;
    }

    private int appendMessage(MessageSource source) {
        int mid = messages++;
        threadOf = room(threadOf, mid);
        snapshotAsOf = room(snapshotAsOf, mid);
        threadSize = room(threadSize, mid);
        threadVersion = room(threadVersion, mid);
        threadLast = room(threadLast, mid);
        flags = room(flags, mid);
        changesSince = room(changesSince, mid);
        firstRecord = room(firstRecord, mid);
        lastRecord = room(lastRecord, mid);
        firstRecord[mid] = NONE;
        lastRecord[mid] = NONE;
        alive = mid < alive.length ? alive : Arrays.copyOf(alive, mid * 2);
        living = room(living, livingCount);
        int back = source.answers(user, mid);
        threadOf[mid] = back == 0 ? mid : threadOf[mid - back];
        threadSize[threadOf[mid]]++;
        alive[mid] = true;
        living[livingCount++] = mid;
        unread++;
        return mid;
    }

    private int appendAction(int mid, int kind) {
        int action = actions++;
        actionMid = room(actionMid, action);
        actionKind = room(actionKind, action);
        nextRecord = room(nextRecord, action);
        putRecord(mid, action, (byte) kind);
        return action;
    }

    /** Notes a record and links it behind the message's records so far. */
    private void putRecord(int mid, int action, byte kind) {
        actionMid[action] = mid;
        actionKind[action] = kind;
        nextRecord[action] = NONE;
        if (firstRecord[mid] == NONE) {
            firstRecord[mid] = action;
        } else {
            nextRecord[lastRecord[mid]] = action;
        }
        lastRecord[mid] = action;
    }

    /** Logs a change of a living message; now and then that takes a snapshot too. Returns the record's number. */
    int change(int mid, Change change) {
        edits++;
        int action = appendAction(mid, change.code());
        applyFlags(mid, change);
        if (++changesSince[mid] >= CHANGES_PER_SNAPSHOT) {
            changesSince[mid] = 0;
            snapshotAsOf[mid] = action;
        }
        return action;
    }

    private void applyFlags(int mid, Change change) {
        unread += flags[mid] & Change.READ;
        flags[mid] = (byte) change.apply(flags[mid]);
        unread -= flags[mid] & Change.READ;
    }

    void threadChanged(int tid) {
        edits++;
        threadVersion[tid] = edits;
    }

    void contactsChanged() {
        edits++;
        contacts++;
    }

    void privacyChanged() {
        edits++;
        privacy++;
    }

    /** Removes a living message; the mailbox summary, which may show it, goes too. */
    void remove(int mid) {
        int at = Arrays.binarySearch(living, 0, livingCount, mid);
        System.arraycopy(living, at + 1, living, at, livingCount - at - 1);
        livingCount--;
        alive[mid] = false;
        threadSize[threadOf[mid]]--;
        unread -= 1 - (flags[mid] & Change.READ);
        summaryPresent = false;
    }

    /** Starts a mailbox that HBase already holds: all messages there ever were, none alive yet. */
    void restore(MessageSource source, Counters counters, long timestamp) {
        for (int mid = 0; mid < counters.nextMid(); mid++) {
            appendMessage(source);
            alive[mid] = false;
            threadSize[threadOf[mid]] = 0;
            snapshotAsOf[mid] = NONE;
        }
        livingCount = 0;
        unread = 0;
        // Records of the log that are gone belong to no message.
        actions = counters.nextAction();
        actionMid = new int[Math.max(16, actions)];
        actionKind = new byte[Math.max(16, actions)];
        nextRecord = new int[Math.max(16, actions)];
        Arrays.fill(actionMid, NONE);
        edits = counters.edits();
        contacts = counters.contacts();
        privacy = counters.privacy();
        lastTimestamp = timestamp;
    }

    /** Puts a record of the log back; to be called in the order of the records of a message, messages in order. */
    void restoreRecord(MessageSource source, int mid, int action, byte kind) {
        putRecord(mid, action, kind);
        if (kind == ADDED) {
            alive[mid] = true;
            living[livingCount++] = mid;
            threadSize[threadOf[mid]]++;
            unread++;
            snapshotAsOf[mid] = source.chat(user, mid) ? NONE : action;
            return;
        }
        applyFlags(mid, Change.of(kind));
        if (++changesSince[mid] >= CHANGES_PER_SNAPSHOT) {
            changesSince[mid] = 0;
            snapshotAsOf[mid] = action;
        }
    }

    void restoreThread(ThreadInfo info) {
        threadVersion[info.tid()] = info.version();
        threadLast[info.tid()] = info.last();
    }

    private static int[] room(int[] array, int index) {
        return index < array.length ? array : Arrays.copyOf(array, index * 2);
    }

    private static byte[] room(byte[] array, int index) {
        return index < array.length ? array : Arrays.copyOf(array, index * 2);
    }
}
