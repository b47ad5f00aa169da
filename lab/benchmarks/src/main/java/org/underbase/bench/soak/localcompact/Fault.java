package org.underbase.bench.soak.localcompact;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.underbase.localcompact.worker.FaultPoint;

/** What fails. */
enum Fault {
    /** The RegionServer of the table is killed. */
    KILL_COORDINATOR,
    /** Another RegionServer is killed that merges. */
    KILL_WORKER,
    /** A DataNode is killed beside a merge. */
    KILL_DATANODE,
    /** The NameNode is killed. */
    KILL_NAMENODE,
    /** A merge writes fewer bytes than the others. */
    SHORT_REPLICA,
    /** A merge writes another byte than the others. */
    DIVERGING_REPLICA,
    /** A merge stands still for a while: shorter than the others have patience with it, or longer. */
    SLOW_WORKER,
    /** The disk of a merge's DataNode gets full. */
    FULL_DISK,
    /** No packet gets through between the table's RegionServer and another that merges, or between that and anybody. */
    CUT_LINK,
    /** The other NameNode of a pair gets active; the one before is killed, or lives on. */
    FAIL_OVER;

    /** At which steps, each as often as it comes in a round; empty: when the new file is there. */
    List<Optional<FaultPoint>> steps() {
        return switch (this) {
            case KILL_COORDINATOR -> {
                List<Optional<FaultPoint>> steps = new ArrayList<>(at(
                        FaultPoint.TICKETS_SENT,
                        FaultPoint.PLACED,
                        FaultPoint.WRITTEN,
                        FaultPoint.AGREED,
                        FaultPoint.FINAL,
                        FaultPoint.COMPLETING,
                        FaultPoint.COMPLETE));
                steps.add(Optional.empty());
                yield steps;
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
            // Where they are spoilt is said by a place in the file.
            case SHORT_REPLICA, DIVERGING_REPLICA -> at(FaultPoint.OPENED, FaultPoint.OPENED, FaultPoint.OPENED);
            case SLOW_WORKER -> at(FaultPoint.MERGE_BEGUN, FaultPoint.OPENED, FaultPoint.ACKNOWLEDGED, FaultPoint.FINISHING, FaultPoint.FINISHED);
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

    private static List<Optional<FaultPoint>> at(FaultPoint... steps) {
        return Stream.of(steps).map(Optional::of).toList();
    }

    /** Whether the table's own server cannot be hit. */
    boolean hitsAnother() {
        return this == KILL_WORKER || this == CUT_LINK;
    }

    /** Whether a process is killed that starts again. */
    boolean isKill() {
        return this == KILL_COORDINATOR || this == KILL_WORKER || this == KILL_DATANODE || this == KILL_NAMENODE;
    }

    /** Whether it is a kill of which two nodes can have one each. */
    boolean isOfAnyNode() {
        return this == KILL_WORKER || this == KILL_DATANODE;
    }

    /** Whether the cluster must have two NameNodes; the others want it to have one. */
    boolean needsPair() {
        return this == FAIL_OVER;
    }
}
