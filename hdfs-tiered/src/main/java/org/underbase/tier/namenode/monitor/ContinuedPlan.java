package org.underbase.tier.namenode.monitor;

import java.util.Optional;
import java.util.function.Supplier;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.underbase.tier.policy.TierCounts;

/** Plan of the file that a check or a scan examines at present, possibly in several holds. Thread-confined. */
final class ContinuedPlan {
    private final MovePlanner planner;
    private Optional<FilePlan> plan = Optional.empty();

    ContinuedPlan(MovePlanner planner) {
        this.planner = planner;
    }

    /**
     * Continues the plan of a file with wanted counts, or begins one if the file is another or has changed. The caller holds
     * the namesystem's lock.
     *
     * @return whether the plan is done
     */
    boolean advance(INodeFile file, TierCounts wanted, LockHold hold) {
        return advance(file, wanted, () -> planner.begin(file, wanted), hold);
    }

    /** Like {@link #advance(INodeFile, TierCounts, LockHold)}, for the demotion of a file without wanted counts. */
    boolean advance(INodeFile file, Demoter.Demotion demotion, LockHold hold) {
        return advance(file, demotion, () -> planner.begin(file, demotion), hold);
    }

    /** Like {@link #advance(INodeFile, TierCounts, LockHold)}, to count the bytes of a file that stays as it is. */
    boolean advance(INodeFile file, LockHold hold) {
        return advance(file, FilePlan.UNCHANGED, () -> planner.begin(file), hold);
    }

    private boolean advance(INodeFile file, Object basis, Supplier<FilePlan> first, LockHold hold) {
        FilePlan current = plan.filter(begun -> begun.continues(file, basis)).orElseGet(first);
        plan = Optional.of(current);
        planner.advance(current, file, hold);
        return current.done();
    }

    /** Removes the plan, which has failed. */
    void drop() {
        plan = Optional.empty();
    }

    /** Removes and returns the plan if it is done. */
    Optional<FilePlan> take() {
        Optional<FilePlan> done = plan.filter(FilePlan::done);
        plan = Optional.empty();
        return done;
    }
}
