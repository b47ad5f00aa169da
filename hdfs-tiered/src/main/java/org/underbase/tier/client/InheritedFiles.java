package org.underbase.tier.client;

import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.fs.Path;
import org.underbase.tier.policy.ReplicaVector;
import org.underbase.tier.policy.TierNames;

/**
 * Looks at the files below a directory that inherit its policy, for what has to be copied: the NameNode answers about a
 * directory as soon as its policy is in the edit log and looks at no file for that. Thread-safe.
 */
final class InheritedFiles implements BulkRun.Change {
    private static final ChangeResult NOTHING = new ChangeResult(false, Optional.empty(), 0, 0);

    private final String directory;
    private final Look look;
    private final Optional<Planned> planned;
    private final long most;
    private final AtomicLong seen = new AtomicLong();
    private final LongAdder inheriting = new LongAdder();

    /** How a file is looked at. */
    @FunctionalInterface
    interface Look {
        FilePlacement at(Path file) throws IOException;
    }

    /** How a file's own policy is checked without being set. */
    @FunctionalInterface
    interface Check {
        ChangeResult of(Path file, TierChange change) throws IOException;
    }

    /** A policy that the directory does not have yet: each file is asked what it would cost as its own. */
    record Planned(String policy, TierNames tiers, Check check) {
        Planned {
            Objects.requireNonNull(policy, "policy");
            Objects.requireNonNull(tiers, "tiers");
            Objects.requireNonNull(check, "check");
        }

        ChangeResult cost(Path file, int replication) throws IOException {
            return check.of(file, new TierChange.SetPolicy(fitted(replication), 0));
        }

        /** A vector on a directory keeps each file's replication; one on a file would change it. */
        private String fitted(int replication) {
            if (!policy.contains("=")) {
                return policy;
            }
            return ReplicaVector.of(ReplicaVector.parse(policy).on(tiers).fit(replication), tiers)
                    .toString();
        }
    }

    /**
     * @param directory its path in the namespace of its cluster
     * @param planned the policy to come; empty when the one in force counts
     * @param most so many files are looked at, further ones only counted
     */
    InheritedFiles(String directory, Look look, Optional<Planned> planned, long most) {
        this.directory = directory;
        this.look = look;
        this.planned = planned;
        this.most = most;
    }

    /** Changes nothing. @return changed: whether something has to be copied or removed for the file */
    @Override
    public ChangeResult of(Path file) throws IOException {
        if (seen.incrementAndGet() > most) {
            return NOTHING;
        }
        FilePlacement placement = look.at(file);
        if (!inherits(placement)) {
            return NOTHING;
        }
        inheriting.increment();
        if (planned.isEmpty()) {
            return new ChangeResult(
                    !placement.settled(),
                    placement.wanted(),
                    placement.bytesToCopy(),
                    placement.settled() ? 0 : placement.misplacedBlocks());
        }
        // Nothing of these is moved now, and the NameNode would refuse a policy of their own.
        if (placement.erasureCoded() || placement.underConstruction()) {
            return NOTHING;
        }
        ChangeResult cost = planned.get().cost(file, placement.replication());
        return new ChangeResult(cost.bytesToCopy() > 0, cost.wanted(), cost.bytesToCopy(), cost.blocks());
    }

    private boolean inherits(FilePlacement placement) {
        return switch (placement.origin()) {
            case FILE -> false;
            case CLUSTER -> true;
            case DIRECTORY ->
                placement
                        .policyPath()
                        .map(path -> isAtOrAbove(path.toUri().getPath()))
                        .orElse(false);
        };
    }

    private boolean isAtOrAbove(String holder) {
        return holder.equals(directory) || holder.equals("/") || directory.startsWith(holder + "/");
    }

    InheritedCost cost(BulkResult run) {
        return new InheritedCost(
                run.files(),
                inheriting.sum(),
                run.changed(),
                run.bytesToCopy(),
                Math.max(0, seen.get() - most),
                run.failed(),
                run.failures());
    }
}
