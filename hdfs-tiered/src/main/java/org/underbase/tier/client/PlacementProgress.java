package org.underbase.tier.client;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * How far a placement is that someone waits for.
 *
 * @param files how many files are waited for
 * @param filesDone how many of them have what is wanted
 * @param bytesTotal bytes of replicas to copy when the wait began, or the most seen since
 * @param bytesLeft of them, as each file was last asked
 * @param misplacedBlocks blocks that do not have what is wanted, as each file was last asked
 * @param elapsed since the wait began
 * @param obstacle the last word on why a file cannot reach what is wanted now
 */
public record PlacementProgress(
        long files,
        long filesDone,
        long bytesTotal,
        long bytesLeft,
        long misplacedBlocks,
        Duration elapsed,
        Optional<String> obstacle) {
    public PlacementProgress {
        Objects.requireNonNull(elapsed, "elapsed");
        Objects.requireNonNull(obstacle, "obstacle");
    }

    /** Bytes a second since the wait began. */
    public double bytesPerSecond() {
        double seconds = elapsed.toNanos() / 1e9;
        return seconds <= 0 ? 0 : (bytesTotal - bytesLeft) / seconds;
    }

    /** The time it takes from now if it goes on like this; empty while that cannot be told. */
    public Optional<Duration> remaining() {
        if (bytesLeft == 0) {
            return Optional.empty();
        }
        double rate = bytesPerSecond();
        return rate <= 0 ? Optional.empty() : Optional.of(Duration.ofSeconds(Math.round(bytesLeft / rate)));
    }

    /** Whether every file has what is wanted. */
    public boolean done() {
        return filesDone == files;
    }
}
