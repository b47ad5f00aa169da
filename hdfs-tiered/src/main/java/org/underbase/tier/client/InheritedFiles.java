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
 * Scan of the files below a directory that inherit its policy, for the bytes to copy: the NameNode responds to a change of a
 * directory without scanning the files below it. Thread-safe.
 */
final class InheritedFiles implements BulkRun.Change {
    private static final ChangeResult NOTHING = new ChangeResult(false, Optional.empty(), 0, 0);

    private final String directory;
    private final Look look;
    private final Cost cost;
    private final long maxFiles;
    private final AtomicLong seen = new AtomicLong();
    private final LongAdder inheriting = new LongAdder();

    /** Request for the placement of a file. */
    @FunctionalInterface
    interface Look {
        FilePlacement at(Path file) throws IOException;
    }

    /** Dry run of a change. */
    @FunctionalInterface
    interface Check {
        ChangeResult of(Path file, TierChange change) throws IOException;
    }

    /** Cost of the directory's policy for one inheriting file. */
    sealed interface Cost {
        ChangeResult of(Path file, FilePlacement placement) throws IOException;
    }

    /** Cost of the policy in force: the misplaced replicas of the file. */
    record Present() implements Cost {
        @Override
        public ChangeResult of(Path file, FilePlacement placement) {
            return new ChangeResult(
                    !placement.settled(),
                    placement.wanted(),
                    placement.bytesToCopy(),
                    placement.settled() ? 0 : placement.misplacedBlocks());
        }
    }

    /** Cost of a policy that the directory does not have yet: a dry run of the policy on each file. */
    record Planned(String policy, TierNames tiers, Check check) implements Cost {
        Planned {
            Objects.requireNonNull(policy, "policy");
            Objects.requireNonNull(tiers, "tiers");
            Objects.requireNonNull(check, "check");
        }

        @Override
        public ChangeResult of(Path file, FilePlacement placement) throws IOException {
            // Such files are not moved, and the NameNode rejects a policy on them.
            if (placement.erasureCoded() || placement.underConstruction()) {
                return NOTHING;
            }
            ChangeResult result = check.of(file, new TierChange.SetPolicy(fitted(placement.replication()), 0));
            return new ChangeResult(result.bytesToCopy() > 0, result.wanted(), result.bytesToCopy(), result.blocks());
        }

        /** Fits a vector to the replication: an inherited vector keeps a file's replication, one on the file would change it. */
        private String fitted(int replication) {
            if (!policy.contains("=")) {
                return policy;
            }
            return ReplicaVector.of(ReplicaVector.parse(policy).on(tiers).fit(replication), tiers)
                    .toString();
        }
    }

    /**
     * Creates a scan.
     *
     * @param directory path of the directory in the namespace of its cluster
     * @param look request for the placement of a file
     * @param cost cost of the policy for a file
     * @param maxFiles number of files to scan; further files are only counted
     */
    InheritedFiles(String directory, Look look, Cost cost, long maxFiles) {
        this.directory = directory;
        this.look = look;
        this.cost = cost;
        this.maxFiles = maxFiles;
    }

    /**
     * Scans a file without changing it.
     *
     * @return a result that is changed if replicas of the file have to be copied or removed
     */
    @Override
    public ChangeResult of(Path file) throws IOException {
        if (seen.incrementAndGet() > maxFiles) {
            return NOTHING;
        }
        FilePlacement placement = look.at(file);
        if (!inherits(placement)) {
            return NOTHING;
        }
        inheriting.increment();
        return cost.of(file, placement);
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
                Math.max(0, seen.get() - maxFiles),
                run.failed(),
                run.failures());
    }
}
