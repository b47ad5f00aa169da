package org.underbase.tier.client;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Optional;
import org.apache.hadoop.fs.Path;

/**
 * Waits until files are where they should be. Every file is looked at once; of those that are not there yet, at most
 * {@value #LOOKS_PER_ROUND} are looked at in a round, with a pause between rounds that grows to two seconds: waiting for a
 * million files asks no more of the NameNode than waiting for a hundred.
 */
final class PlacementWait {
    private static final int LOOKS_PER_ROUND = 100;
    private static final long FIRST_PAUSE_MILLIS = 100;
    private static final long LONGEST_PAUSE_MILLIS = 2000;

    private final Look look;
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private final long files;
    private final ProgressListener listener;
    private final long startNanos = System.nanoTime();
    private long bytesTotal;
    private long bytesLeft;
    private long misplaced;
    private Optional<String> obstacle = Optional.empty();

    /** How a file is looked at. */
    @FunctionalInterface
    interface Look {
        FilePlacement at(Path file) throws IOException;
    }

    private static final class Waiting {
        private final Path path;
        private long bytesLeft;
        private long misplaced;

        Waiting(Path path) {
            this.path = path;
        }
    }

    PlacementWait(Look look, Collection<Path> files, ProgressListener listener) {
        this.look = look;
        this.files = files.size();
        this.listener = listener;
        files.forEach(file -> waiting.add(new Waiting(file)));
    }

    /** @return whether all are there; false when {@code timeout} passed before that */
    boolean await(Duration timeout) throws IOException {
        round(waiting.size());
        long pause = FIRST_PAUSE_MILLIS;
        while (!waiting.isEmpty()) {
            Duration left = timeout.minusNanos(System.nanoTime() - startNanos);
            if (left.isNegative() || left.isZero()) {
                return false;
            }
            sleep(Math.min(pause, left.toMillis() + 1));
            pause = Math.min(LONGEST_PAUSE_MILLIS, pause * 3 / 2);
            round(Math.min(LOOKS_PER_ROUND, waiting.size()));
        }
        return true;
    }

    private void round(int looks) throws IOException {
        for (int i = 0; i < looks; i++) {
            Waiting file = waiting.remove();
            FilePlacement placement = look.at(file.path);
            bytesLeft += placement.bytesToCopy() - file.bytesLeft;
            misplaced += placement.misplacedBlocks() - file.misplaced;
            file.bytesLeft = placement.bytesToCopy();
            file.misplaced = placement.misplacedBlocks();
            if (placement.settled()) {
                bytesLeft -= file.bytesLeft;
                misplaced -= file.misplaced;
            } else {
                waiting.add(file);
                obstacle = placement.obstacle().isPresent() ? placement.obstacle() : obstacle;
            }
        }
        bytesTotal = Math.max(bytesTotal, bytesLeft);
        listener.progressed(new PlacementProgress(
                files,
                files - waiting.size(),
                bytesTotal,
                bytesLeft,
                misplaced,
                Duration.ofNanos(System.nanoTime() - startNanos),
                waiting.isEmpty() ? Optional.empty() : obstacle));
    }

    private static void sleep(long millis) throws InterruptedIOException {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for a placement");
        }
    }
}
