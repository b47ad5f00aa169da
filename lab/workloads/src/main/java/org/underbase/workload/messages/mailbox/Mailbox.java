package org.underbase.workload.messages.mailbox;

import java.util.Arrays;

/**
 * Client-side model of one user's mailbox in HBase. A message has a number ({@code mid}), a thread has the number of its
 * first message ({@code tid}), a record of the log has a number ({@code action}). All numbers start at 0 and are never
 * reused. About 40 bytes per message. Not thread-safe: one client owns a mailbox.
 */
public final class Mailbox {
    /** Number of changes in the log after which a snapshot of a message is written to MessageMeta. */
    static final int CHANGES_PER_SNAPSHOT = 6;

    /** Code of an addMsg record, instead of the code of a change. */
    static final int ADDED = -1;

    private static final int NONE = -1;

    private final int user;

    private int edits;
    private int contacts = 1;
    private int privacy = 1;
    private int summaryChecksum;
    private boolean summaryPresent;
    private boolean uncertain;
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
    // By thread; the number of a thread is that of its first message.
    private int[] threadSize = new int[16];
    private int[] threadVersion = new int[16];
    private int[] threadLast = new int[16];
    // By record of the log.
    private int actions;
    private int[] actionMid = new int[16];
    private byte[] actionKind = new byte[16];
    private int[] nextRecord = new int[16];
    // The existing messages, oldest first.
    private int[] existing = new int[16];
    private int existingCount;
    private int unread;

    public Mailbox(int user) {
        this.user = user;
    }

    public int user() {
        return user;
    }

    /** Returns the number of existing messages. */
    public int size() {
        return existingCount;
    }

    /** Returns the number of puts so far. */
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

    /** Returns the existing message of a rank; rank 0 is the newest. */
    int newest(int rank) {
        return existing[existingCount - 1 - rank];
    }

    /** Whether the message exists, that is, was added and not deleted. */
    public boolean alive(int mid) {
        return mid >= 0 && mid < messages && alive[mid];
    }

    int thread(int mid) {
        return threadOf[mid];
    }

    /** Returns the number of existing messages of a thread. */
    int threadSize(int tid) {
        return threadSize[tid];
    }

    /** Returns the value in ThreadMeta of a thread that has messages. */
    ThreadInfo threadInfo(int tid) {
        return new ThreadInfo(threadVersion[tid], tid, threadLast[tid]);
    }

    int flags(int mid) {
        return flags[mid];
    }

    /** Returns the last record included in the message's snapshot; negative without a snapshot. */
    int snapshotAsOf(int mid) {
        return snapshotAsOf[mid];
    }

    /** Whether the record is in the log; a deleted message's records are not. */
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

    /** Returns the records of a message later than {@code after}, oldest first. */
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

    /** Whether a mutation failed, so that it is unknown whether HBase applied it. */
    public boolean uncertain() {
        return uncertain;
    }

    /** Records that a mutation failed. */
    public void markUncertain() {
        uncertain = true;
    }

    /**
     * Returns the timestamp of the next mutation, later than all before: an earlier delete of the column in the same
     * millisecond would hide a put.
     */
    public long nextTimestamp(long now) {
        lastTimestamp = Math.max(now, lastTimestamp + 1);
        return lastTimestamp;
    }

    /** Sets the timestamp of the newest cell in HBase; later mutations are newer. */
    public void notBefore(long timestamp) {
        lastTimestamp = Math.max(lastTimestamp, timestamp);
    }

    /** Adds a message, which begins a thread or joins that of the message it answers. Returns its number. */
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
        existing = room(existing, existingCount);
        int back = source.answers(user, mid);
        threadOf[mid] = back == 0 ? mid : threadOf[mid - back];
        threadSize[threadOf[mid]]++;
        alive[mid] = true;
        existing[existingCount++] = mid;
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

    /** Stores a record and appends it to the list of the message's records. */
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

    /** Logs a change of an existing message and takes a snapshot when it is due. Returns the number of the record. */
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

    /** Removes an existing message and the mailbox summary, which may contain it. */
    void remove(int mid) {
        int at = Arrays.binarySearch(existing, 0, existingCount, mid);
        System.arraycopy(existing, at + 1, existing, at, existingCount - at - 1);
        existingCount--;
        alive[mid] = false;
        threadSize[threadOf[mid]]--;
        unread -= 1 - (flags[mid] & Change.READ);
        summaryPresent = false;
    }

    /** Starts the recovery of a mailbox from HBase: creates all messages ever added, as deleted ones. */
    void restore(MessageSource source, Counters counters, long timestamp) {
        for (int mid = 0; mid < counters.nextMid(); mid++) {
            appendMessage(source);
            alive[mid] = false;
            threadSize[threadOf[mid]] = 0;
            snapshotAsOf[mid] = NONE;
        }
        existingCount = 0;
        unread = 0;
        // Deleted records of the log belong to no message.
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

    /** Restores a record of the log; callers restore messages, and the records of a message, in order. */
    void restoreRecord(MessageSource source, int mid, int action, byte kind) {
        putRecord(mid, action, kind);
        if (kind == ADDED) {
            alive[mid] = true;
            existing[existingCount++] = mid;
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
