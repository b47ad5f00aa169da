package org.underbase.tier.client;

import java.util.List;

/**
 * Result of a bulk change.
 *
 * @param files number of files found
 * @param changed number of files changed, or that a dry run would change
 * @param unchanged number of files already in the requested state
 * @param failed number of files and directories that failed
 * @param blocks number of blocks of the changed files
 * @param bytesToCopy bytes of replicas to copy in the background
 * @param failures the first {@value #FAILURES_KEPT} failures
 */
public record BulkResult(
        long files,
        long changed,
        long unchanged,
        long failed,
        long blocks,
        long bytesToCopy,
        List<BulkFailure> failures) {
    /** Maximum number of failures in the result; the count includes all. */
    public static final int FAILURES_KEPT = 1000;

    public BulkResult {
        failures = List.copyOf(failures);
    }
}
