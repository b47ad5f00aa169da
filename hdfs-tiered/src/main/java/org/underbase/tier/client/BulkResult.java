package org.underbase.tier.client;

import java.util.List;

/**
 * What became of a change of many files.
 *
 * @param files files found
 * @param changed files changed, or that would be
 * @param unchanged files that were so already
 * @param failed files and directories that failed, all of them
 * @param blocks blocks of the files changed
 * @param bytesToCopy bytes of replicas to copy in the background
 * @param failures the first {@value #FAILURES_KEPT} of those that failed
 */
public record BulkResult(
        long files,
        long changed,
        long unchanged,
        long failed,
        long blocks,
        long bytesToCopy,
        List<BulkFailure> failures) {
    /** So many failures are kept; all are counted. */
    public static final int FAILURES_KEPT = 1000;

    public BulkResult {
        failures = List.copyOf(failures);
    }
}
