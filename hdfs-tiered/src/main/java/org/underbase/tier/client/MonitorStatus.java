package org.underbase.tier.client;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What the NameNode's monitor does.
 *
 * @param state of the NameNode that answered: {@code active}
 * @param monitor {@code off}, {@code idle}, {@code scanning}, {@code safe mode}, {@code paused}
 * @param filesScanned by the scan that runs, or by the last
 * @param lastScan how long the last whole scan took
 * @param scanLockShare the part of that time in which it held the namesystem's lock, 0 to 1
 * @param misplacedBlocks blocks that do not have what is wanted, as of the last scan
 * @param movesQueued moves that wait
 * @param movesRunning moves under way
 * @param movesDone since the NameNode started
 * @param movesFailed since the NameNode started; they are planned anew
 * @param bytesMoved since the NameNode started
 * @param bytesLeft of the moves queued and running
 * @param bytesPerSecond of the moves now; 0 when nothing is moved
 * @param filesFlushed to slower tiers since the NameNode started
 * @param filesPromoted back since the NameNode started
 * @param degradedChoices replicas placed outside their tier since the NameNode started
 * @param lastProblems for the operator, the newest first
 * @param lastScanEnd when the last whole scan ended, by the NameNode's clock; empty before the first
 * @param lastProblem when the newest problem came up, by the NameNode's clock; empty when there was none
 */
public record MonitorStatus(
        String state,
        String monitor,
        long filesScanned,
        Duration lastScan,
        double scanLockShare,
        long misplacedBlocks,
        long movesQueued,
        long movesRunning,
        long movesDone,
        long movesFailed,
        long bytesMoved,
        long bytesLeft,
        long bytesPerSecond,
        long filesFlushed,
        long filesPromoted,
        long degradedChoices,
        List<String> lastProblems,
        Optional<Instant> lastScanEnd,
        Optional<Instant> lastProblem) {
    public MonitorStatus {
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(monitor, "monitor");
        Objects.requireNonNull(lastScan, "lastScan");
        lastProblems = List.copyOf(lastProblems);
        Objects.requireNonNull(lastScanEnd, "lastScanEnd");
        Objects.requireNonNull(lastProblem, "lastProblem");
    }
}
