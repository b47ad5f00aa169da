package org.underbase.localcompact.soak;

import java.util.List;

/** Kind of fault. */
enum Fault {
    /** The RegionServer of the table is killed. */
    KILL_COORDINATOR,
    /** Another merging RegionServer is killed. */
    KILL_WORKER,
    /** The DataNode of a merge is killed. */
    KILL_DATANODE,
    /** The DataNode of a merge is killed, and starts again only after the compaction. */
    LOSE_DATANODE,
    /** The NameNode is killed. */
    KILL_NAMENODE,
    /** A merge writes fewer bytes than the others. */
    SHORT_REPLICA,
    /** A merge writes one byte that differs from the others. */
    DIVERGING_REPLICA,
    /** A merge halts for less or more than the progress timeout. */
    SLOW_WORKER,
    /** The disk of a merge's DataNode is full. */
    FULL_DISK,
    /** All packets are dropped between the table's RegionServer and a merging one, or between the latter and all nodes. */
    CUT_LINK,
    /** The standby NameNode becomes active; the previous one is killed or keeps running. */
    FAIL_OVER;

    /** Lists the triggers of a round. */
    List<Trigger> triggers() {
        return switch (this) {
            case KILL_COORDINATOR ->
                List.of(
                        Trigger.TICKETS_SENT,
                        Trigger.PLACED,
                        Trigger.WRITTEN,
                        Trigger.AGREED,
                        Trigger.FINAL,
                        Trigger.COMPLETING,
                        Trigger.COMPLETE,
                        Trigger.NEW_FILE);
            case KILL_WORKER ->
                List.of(
                        Trigger.MERGE_BEGUN,
                        Trigger.OPENED,
                        Trigger.ACKNOWLEDGED,
                        Trigger.FINISHING,
                        Trigger.FINISHED,
                        Trigger.WRITTEN,
                        Trigger.AGREED,
                        Trigger.COMPLETING);
            case KILL_DATANODE ->
                List.of(
                        Trigger.PLACED,
                        Trigger.OPENED,
                        Trigger.ACKNOWLEDGED,
                        Trigger.AGREED,
                        Trigger.FINISHING,
                        Trigger.FINISHED,
                        Trigger.COMPLETING,
                        Trigger.COMPLETE);
            case LOSE_DATANODE ->
                List.of(Trigger.PLACED, Trigger.OPENED, Trigger.ACKNOWLEDGED, Trigger.FINISHING, Trigger.FINISHED);
            case KILL_NAMENODE, FAIL_OVER ->
                List.of(
                        Trigger.TICKETS_SENT,
                        Trigger.PLACED,
                        Trigger.OPENED,
                        Trigger.WRITTEN,
                        Trigger.AGREED,
                        Trigger.COMPLETING,
                        Trigger.COMPLETE);
            // The position of the corruption is an offset in the file.
            case SHORT_REPLICA, DIVERGING_REPLICA -> List.of(Trigger.OPENED, Trigger.OPENED, Trigger.OPENED);
            case SLOW_WORKER ->
                List.of(Trigger.MERGE_BEGUN, Trigger.OPENED, Trigger.ACKNOWLEDGED, Trigger.FINISHING, Trigger.FINISHED);
            case FULL_DISK -> List.of(Trigger.MERGE_BEGUN, Trigger.OPENED, Trigger.AGREED);
            case CUT_LINK ->
                List.of(
                        Trigger.TICKETS_SENT,
                        Trigger.OPENED,
                        Trigger.ACKNOWLEDGED,
                        Trigger.WRITTEN,
                        Trigger.AGREED,
                        Trigger.FINISHING,
                        Trigger.COMPLETING);
        };
    }

    /** Returns whether the table's own server is never the victim. */
    boolean sparesCoordinator() {
        return this == KILL_WORKER || this == CUT_LINK;
    }

    /** Returns whether a process is killed and restarted. */
    boolean isKill() {
        return this == KILL_COORDINATOR || this == KILL_WORKER || this == KILL_DATANODE || this == KILL_NAMENODE;
    }

    /** Returns whether it kills a process that every node runs. */
    boolean hasTargetOnEveryNode() {
        return this == KILL_WORKER || this == KILL_DATANODE;
    }

    /** Returns whether it requires two NameNodes; all others require one. */
    boolean needsHighAvailability() {
        return this == FAIL_OVER;
    }
}
