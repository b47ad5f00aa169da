package org.underbase.localcompact.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.underbase.localcompact.worker.FaultPoint;

/** Kind of fault. */
enum Fault {
    /** The RegionServer of the table is killed. */
    KILL_COORDINATOR,
    /** Another merging RegionServer is killed. */
    KILL_WORKER,
    /** The DataNode of a merge is killed. */
    KILL_DATANODE,
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

    /** Lists the fault points of a round; empty to inject the fault when the new file exists. */
    List<Optional<FaultPoint>> points() {
        return switch (this) {
            case KILL_COORDINATOR -> {
                List<Optional<FaultPoint>> points = new ArrayList<>(at(
                        FaultPoint.TICKETS_SENT,
                        FaultPoint.PLACED,
                        FaultPoint.WRITTEN,
                        FaultPoint.AGREED,
                        FaultPoint.FINAL,
                        FaultPoint.COMPLETING,
                        FaultPoint.COMPLETE));
                points.add(Optional.empty());
                yield points;
            }
            case KILL_WORKER ->
                at(
                        FaultPoint.MERGE_BEGUN,
                        FaultPoint.OPENED,
                        FaultPoint.ACKNOWLEDGED,
                        FaultPoint.FINISHING,
                        FaultPoint.FINISHED,
                        FaultPoint.WRITTEN,
                        FaultPoint.AGREED,
                        FaultPoint.COMPLETING);
            case KILL_DATANODE ->
                at(
                        FaultPoint.PLACED,
                        FaultPoint.OPENED,
                        FaultPoint.ACKNOWLEDGED,
                        FaultPoint.AGREED,
                        FaultPoint.FINISHING,
                        FaultPoint.FINISHED,
                        FaultPoint.COMPLETING,
                        FaultPoint.COMPLETE);
            case KILL_NAMENODE, FAIL_OVER ->
                at(
                        FaultPoint.TICKETS_SENT,
                        FaultPoint.PLACED,
                        FaultPoint.OPENED,
                        FaultPoint.WRITTEN,
                        FaultPoint.AGREED,
                        FaultPoint.COMPLETING,
                        FaultPoint.COMPLETE);
            // The position of the corruption is an offset in the file.
            case SHORT_REPLICA, DIVERGING_REPLICA -> at(FaultPoint.OPENED, FaultPoint.OPENED, FaultPoint.OPENED);
            case SLOW_WORKER ->
                at(
                        FaultPoint.MERGE_BEGUN,
                        FaultPoint.OPENED,
                        FaultPoint.ACKNOWLEDGED,
                        FaultPoint.FINISHING,
                        FaultPoint.FINISHED);
            case FULL_DISK -> at(FaultPoint.MERGE_BEGUN, FaultPoint.OPENED, FaultPoint.AGREED);
            case CUT_LINK ->
                at(
                        FaultPoint.TICKETS_SENT,
                        FaultPoint.OPENED,
                        FaultPoint.ACKNOWLEDGED,
                        FaultPoint.WRITTEN,
                        FaultPoint.AGREED,
                        FaultPoint.FINISHING,
                        FaultPoint.COMPLETING);
        };
    }

    private static List<Optional<FaultPoint>> at(FaultPoint... points) {
        return Stream.of(points).map(Optional::of).toList();
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
