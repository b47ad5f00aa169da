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
 * Waits until files are where they should be. Every file is looked at; of those that are not there yet, at most
 * {@value #LOOKS_PER_ROUND} are looked at in a round, with a pause between rounds that grows to two seconds: waiting for a
 * million files asks no more of the NameNode than waiting for a hundred. A NameNode that is restarted is waited for.
 */
final class PlacementWait {
    private static final int LOOKS_PER_ROUND = 100;
    private static final long FIRST_PAUSE_MILLIS = 100;
    private static final long LONGEST_PAUSE_MILLIS = 2000;

    /** At the end of a timeout a NameNode that answers at all still does. */
    private static final Duration LAST_PATIENCE = Duration.ofSeconds(1);

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

    /** @param mayGo whether a file that is deleted meanwhile needs no more waiting for, else it is an error */
    PlacementWait(Look look, Collection<Path> files, boolean mayGo, ProgressListener listener) {
        this.look = look;
        this.mayGo = mayGo;
        this.files = files.size();
        this.listener = listener;
        files.forEach(file -> waiting.add(new Waiting(file)));
    }

    /** @return whether all are there; false when {@code timeout} passed before that */
    boolean await(Duration timeout) throws IOException {
        try (PatientLook patient = new PatientLook(look, why -> tell(Optional.of(why)))) {
            boolean answered = round(waiting.size(), patient, timeout);
            long pause = FIRST_PAUSE_MILLIS;
            while (answered && !waiting.isEmpty()) {
                Duration left = left(timeout);
                if (left.isNegative() || left.isZero()) {
                    return false;
                }
                sleep(Math.min(pause, left.toMillis() + 1));
                pause = Math.min(LONGEST_PAUSE_MILLIS, pause * 3 / 2);
                answered = round(Math.min(LOOKS_PER_ROUND, waiting.size()), patient, timeout);
            }
            return answered;
        }
    }

    private Duration left(Duration timeout) {
        return timeout.minusNanos(System.nanoTime() - startNanos);
    }

    /** @return false when the time was over before all were looked at */
    private boolean round(int looks, PatientLook patient, Duration timeout) throws IOException {
        for (int i = 0; i < looks; i++) {
            Waiting file = waiting.element();
            Duration left = left(timeout);
            if (looked && left.isNegative()) {
                return false;
            }
            looked = true;
            Optional<FilePlacement> answer;
            try {
                answer = patient.at(file.path, left.compareTo(LAST_PATIENCE) < 0 ? LAST_PATIENCE : left);
            } catch (FileNotFoundException e) {
                if (!mayGo) {
                    throw e;
                }
                bytesLeft -= file.bytesLeft;
                misplaced -= file.misplaced;
                waiting.remove();
                continue;
            }
            if (answer.isEmpty()) {
                return false;
            }
            waiting.remove();
            FilePlacement placement = answer.get();
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
        tell(waiting.isEmpty() ? Optional.empty() : obstacle);
        return true;
    }

    private void tell(Optional<String> why) {
        listener.progressed(new PlacementProgress(
                files,
                files - waiting.size(),
                bytesTotal,
                bytesLeft,
                misplaced,
                Duration.ofNanos(System.nanoTime() - startNanos),
                why));
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
