package org.underbase.tier.client;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * Progress of a wait for the placement of files.
 *
 * @param files number of files
 * @param filesDone number of files whose replicas are all placed
 * @param bytesTotal bytes of replicas to copy: the maximum seen since the wait began
 * @param bytesLeft bytes still to copy, by the latest response for each file
 * @param misplacedBlocks misplaced blocks, by the latest response for each file
 * @param elapsed time since the wait began
 * @param reason latest reason why a file cannot be placed at present; empty without one
 */
public record PlacementProgress(
        long files,
        long filesDone,
        long bytesTotal,
        long bytesLeft,
        long misplacedBlocks,
        Duration elapsed,
        Optional<String> reason) {
    public PlacementProgress {
        Objects.requireNonNull(elapsed, "elapsed");
        Objects.requireNonNull(reason, "reason");
    }

    /** Returns the average copy rate since the wait began, in bytes per second. */
    public double bytesPerSecond() {
        double seconds = elapsed.toNanos() / 1e9;
        return seconds <= 0 ? 0 : (bytesTotal - bytesLeft) / seconds;
    }

    /** Returns the remaining time at the average rate; empty if it cannot be estimated. */
    public Optional<Duration> remaining() {
        if (bytesLeft == 0) {
            return Optional.empty();
        }
        double rate = bytesPerSecond();
        return rate <= 0 ? Optional.empty() : Optional.of(Duration.ofSeconds(Math.round(bytesLeft / rate)));
    }

    /** Whether the replicas of all files are placed. */
    public boolean done() {
        return filesDone == files;
    }
}
