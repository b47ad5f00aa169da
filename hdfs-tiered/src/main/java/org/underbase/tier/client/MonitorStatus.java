package org.underbase.tier.client;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * State of the NameNode's monitor. Counts are since the NameNode started.
 *
 * @param state HA state of the responding NameNode: {@code active}
 * @param monitor {@code off}, {@code idle}, {@code scanning}, {@code safe mode} or {@code paused}
 * @param filesScanned files scanned by the running or else the last scan
 * @param lastScan duration of the last complete scan
 * @param scanLockFraction fraction of that duration for which the scan held the namesystem's lock, 0 to 1
 * @param misplacedBlocks misplaced blocks found by the last scan
 * @param movesQueued queued moves
 * @param movesRunning running moves
 * @param movesDone completed moves
 * @param movesFailed failed moves; the monitor plans them again
 * @param bytesMoved bytes copied by moves
 * @param bytesLeft bytes of the queued and running moves
 * @param bytesPerSecond current rate of all moves, in bytes per second; 0 without moves
 * @param filesDemoted files demoted to slower tiers
 * @param filesPromoted files promoted again
 * @param degradedChoices replicas placed on another tier than wanted
 * @param lastErrors latest errors, the newest first
 * @param lastScanEnd end of the last complete scan, by the NameNode's clock; empty before the first
 * @param lastError time of the newest error, by the NameNode's clock; empty if there was none
 */
public record MonitorStatus(
        String state,
        String monitor,
        long filesScanned,
        Duration lastScan,
        double scanLockFraction,
        long misplacedBlocks,
        long movesQueued,
        long movesRunning,
        long movesDone,
        long movesFailed,
        long bytesMoved,
        long bytesLeft,
        long bytesPerSecond,
        long filesDemoted,
        long filesPromoted,
        long degradedChoices,
        List<String> lastErrors,
        Optional<Instant> lastScanEnd,
        Optional<Instant> lastError) {
    public MonitorStatus {
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(monitor, "monitor");
        Objects.requireNonNull(lastScan, "lastScan");
        lastErrors = List.copyOf(lastErrors);
        Objects.requireNonNull(lastScanEnd, "lastScanEnd");
        Objects.requireNonNull(lastError, "lastError");
    }
}
