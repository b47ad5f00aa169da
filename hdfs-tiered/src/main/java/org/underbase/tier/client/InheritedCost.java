package org.underbase.tier.client;

import java.util.List;

/**
 * Cost of a directory's policy: the files below it that inherit the policy and the bytes to copy for them.
 *
 * @param files files found below the directory
 * @param inheriting scanned files whose policy is that of the directory or of one above it
 * @param misplaced inheriting files with misplaced replicas
 * @param bytesToCopy bytes of replicas to copy for the misplaced files
 * @param notScanned files that were only counted because the limit was reached; the other numbers are lower bounds then
 * @param failed files and directories that could not be scanned
 * @param failures the first {@value BulkResult#FAILURES_KEPT} failures
 */
public record InheritedCost(
        long files,
        long inheriting,
        long misplaced,
        long bytesToCopy,
        long notScanned,
        long failed,
        List<BulkFailure> failures) {
    public InheritedCost {
        failures = List.copyOf(failures);
    }

    /** Whether the numbers cover all files below the directory. */
    public boolean complete() {
        return notScanned == 0 && failed == 0;
    }
}
