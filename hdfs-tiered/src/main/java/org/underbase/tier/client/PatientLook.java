package org.underbase.tier.client;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.server.namenode.SafeModeException;
import org.apache.hadoop.ipc.RetriableException;
import org.apache.hadoop.ipc.StandbyException;

/**
 * Looks at files of a NameNode that may be restarted meanwhile: what a restart makes of a call is waited out, and a call
 * that hangs in its own retries does not outlast the wait. Not thread-safe.
 */
final class PatientLook implements Closeable {
    private static final Duration SILENCE = Duration.ofSeconds(5);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final PlacementWait.Look look;
    private final Consumer<String> waiting;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
        Thread made = new Thread(task, "tier-wait");
        made.setDaemon(true);
        return made;
    });

    /** @param waiting is told, again and again, why there is no answer yet */
    PatientLook(PlacementWait.Look look, Consumer<String> waiting) {
        this.look = look;
        this.waiting = waiting;
    }

    /**
     * The file as the NameNode has it.
     *
     * @return empty when {@code patience} ended before it answered
     * @throws IOException what it answered when that is no passing fault
     */
    Optional<FilePlacement> at(Path file, Duration patience) throws IOException {
        long start = System.nanoTime();
        while (true) {
            try {
                return ask(file, start, patience);
            } catch (IOException e) {
                if (!isPassing(e)) {
                    throw e;
                }
                waiting.accept("the NameNode cannot answer, asking it again: " + Faults.firstLine(e));
                if (left(start, patience).compareTo(PAUSE) < 0) {
                    return Optional.empty();
                }
                pause();
            }
        }
    }

    private static Duration left(long start, Duration patience) {
        return patience.minusNanos(System.nanoTime() - start);
    }

    private Optional<FilePlacement> ask(Path file, long start, Duration patience) throws IOException {
        Future<FilePlacement> call = thread.submit(() -> look.at(file));
        try {
            while (true) {
                Duration left = left(start, patience);
                Duration turn = left.compareTo(SILENCE) < 0 ? left : SILENCE;
                try {
                    return Optional.of(call.get(Math.max(1, turn.toMillis()), TimeUnit.MILLISECONDS));
                } catch (TimeoutException e) {
                    waiting.accept("the NameNode does not answer, still asking");
                    if (left(start, patience).toMillis() <= 0) {
                        return Optional.empty();
                    }
                }
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            throw e.getCause() instanceof IOException fault ? fault : new IOException(e.getCause());
        } catch (InterruptedException e) {
            throw interrupted();
        } finally {
            call.cancel(true);
        }
    }

    private static InterruptedIOException interrupted() {
        Thread.currentThread().interrupt();
        return new InterruptedIOException("interrupted while waiting for a placement");
    }

    private static void pause() throws InterruptedIOException {
        try {
            Thread.sleep(PAUSE.toMillis());
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    /** Whether a fault is one of a NameNode that stops, is down, starts, or hands over. */
    static boolean isPassing(IOException fault) {
        for (Throwable cause = fault; cause != null; cause = cause.getCause()) {
            if (cause instanceof SocketException
                    || cause instanceof SocketTimeoutException
                    || cause instanceof EOFException
                    || cause instanceof ClosedChannelException
                    || cause instanceof StandbyException
                    || cause instanceof SafeModeException
                    || cause instanceof RetriableException
                    || (cause instanceof IOException unknown && Faults.isProtocolUnknown(unknown))) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
