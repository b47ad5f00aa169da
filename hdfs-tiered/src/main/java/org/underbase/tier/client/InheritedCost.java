package org.underbase.tier.client;

import java.util.List;

/**
 * What a directory's policy costs below it: the files that inherit it and what has to be copied for them.
 *
 * @param files files found below the directory
 * @param inheriting of those looked at, how many have the directory's policy, set on it or above it
 * @param misplaced of them, how many do not have yet what they should
 * @param bytesToCopy bytes of replicas to copy for them
 * @param unseen files that were counted and not looked at, because there are so many: the other numbers are at least so
 *     large then
 * @param failed files and directories that could not be looked at
 * @param failures the first {@value BulkResult#FAILURES_KEPT} of them
 */
public record InheritedCost(
        long files,
        long inheriting,
        long misplaced,
        long bytesToCopy,
        long unseen,
        long failed,
        List<BulkFailure> failures) {
    public InheritedCost {
        failures = List.copyOf(failures);
    }

    /** Whether the numbers are of all files below. */
    public boolean complete() {
        return unseen == 0 && failed == 0;
    }
}
