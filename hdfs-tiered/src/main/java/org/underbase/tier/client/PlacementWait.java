package org.underbase.tier.client;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Optional;
import org.apache.hadoop.fs.Path;

/**
 * Wait for the placement of files. It requests every file once, then at most {@value #LOOKS_PER_ROUND} pending files per
 * round, with pauses that grow to two seconds: a wait for a million files costs the NameNode no more than one for a hundred.
 * The wait survives a restart of the NameNode.
 */
final class PlacementWait {
    private static final int LOOKS_PER_ROUND = 100;
    private static final long FIRST_PAUSE_MILLIS = 100;
    private static final long LONGEST_PAUSE_MILLIS = 2000;

    /** Minimum time for the last request before the timeout. */
    private static final Duration LAST_LIMIT = Duration.ofSeconds(1);

    private final Look look;
    private final boolean mayGo;
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private final long files;
    private final ProgressListener listener;
    private final long startNanos = System.nanoTime();
    private long bytesTotal;
    private long bytesLeft;
    private long misplaced;
    private boolean looked;
    private String reason = "";

    /** Request for the placement of a file. */
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

    /** @param mayGo whether a deleted file counts as placed; otherwise it is an error */
    PlacementWait(Look look, Collection<Path> files, boolean mayGo, ProgressListener listener) {
        this.look = look;
        this.mayGo = mayGo;
        this.files = files.size();
        this.listener = listener;
        files.forEach(file -> waiting.add(new Waiting(file)));
    }

    /**
     * Waits.
     *
     * @return whether all files are placed; false after the timeout
     */
    boolean await(Duration timeout) throws IOException {
        try (PatientLook patient = new PatientLook(look, this::report)) {
            boolean responded = round(waiting.size(), patient, timeout);
            long pause = FIRST_PAUSE_MILLIS;
            while (responded && !waiting.isEmpty()) {
                Duration left = left(timeout);
                if (left.isNegative() || left.isZero()) {
                    return false;
                }
                sleep(Math.min(pause, left.toMillis() + 1));
                pause = Math.min(LONGEST_PAUSE_MILLIS, pause * 3 / 2);
                responded = round(Math.min(LOOKS_PER_ROUND, waiting.size()), patient, timeout);
            }
            return responded;
        }
    }

    private Duration left(Duration timeout) {
        return timeout.minusNanos(System.nanoTime() - startNanos);
    }

    /**
     * Requests the next files.
     *
     * @return false if the timeout expired first
     */
    private boolean round(int looks, PatientLook patient, Duration timeout) throws IOException {
        for (int i = 0; i < looks; i++) {
            Waiting file = waiting.element();
            Duration left = left(timeout);
            if (looked && left.isNegative()) {
                return false;
            }
            looked = true;
            Optional<FilePlacement> response;
            try {
                response = patient.at(file.path, left.compareTo(LAST_LIMIT) < 0 ? LAST_LIMIT : left);
            } catch (FileNotFoundException e) {
                if (!mayGo) {
                    throw e;
                }
                bytesLeft -= file.bytesLeft;
                misplaced -= file.misplaced;
                waiting.remove();
                continue;
            }
            if (response.isEmpty()) {
                return false;
            }
            waiting.remove();
            FilePlacement placement = response.get();
            bytesLeft += placement.bytesToCopy() - file.bytesLeft;
            misplaced += placement.misplacedBlocks() - file.misplaced;
            file.bytesLeft = placement.bytesToCopy();
            file.misplaced = placement.misplacedBlocks();
            if (placement.settled()) {
                bytesLeft -= file.bytesLeft;
                misplaced -= file.misplaced;
            } else {
                waiting.add(file);
                reason = placement.reason().orElse(reason);
            }
        }
        bytesTotal = Math.max(bytesTotal, bytesLeft);
        report(waiting.isEmpty() ? "" : reason);
        return true;
    }

    private void report(String why) {
        listener.progressed(new PlacementProgress(
                files,
                files - waiting.size(),
                bytesTotal,
                bytesLeft,
                misplaced,
                Duration.ofNanos(System.nanoTime() - startNanos),
                why.isEmpty() ? Optional.empty() : Optional.of(why)));
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
