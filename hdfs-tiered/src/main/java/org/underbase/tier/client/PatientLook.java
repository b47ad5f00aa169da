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
 * Requests to a NameNode that may restart: they are repeated after failures that a restart or failover explains, and a call
 * that hangs in its retries does not exceed the time limit. Not thread-safe.
 */
final class PatientLook implements Closeable {
    private static final Duration SILENCE = Duration.ofSeconds(5);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final PlacementWait.Look look;
    private final Consumer<String> waiting;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
        Thread created = new Thread(task, "tier-wait");
        created.setDaemon(true);
        return created;
    });

    /** @param waiting receives, repeatedly, the reason why there is no response yet */
    PatientLook(PlacementWait.Look look, Consumer<String> waiting) {
        this.look = look;
        this.waiting = waiting;
    }

    /**
     * Requests the placement of a file.
     *
     * @return the placement; empty if the time limit expired before a response
     * @throws IOException if the NameNode responded with a permanent error
     */
    Optional<FilePlacement> at(Path file, Duration limit) throws IOException {
        long start = System.nanoTime();
        while (true) {
            try {
                return ask(file, start, limit);
            } catch (IOException e) {
                if (!isPassing(e)) {
                    throw e;
                }
                waiting.accept("no response from the NameNode, retrying: " + Faults.firstLine(e));
                if (left(start, limit).compareTo(PAUSE) < 0) {
                    return Optional.empty();
                }
                pause();
            }
        }
    }

    private static Duration left(long start, Duration limit) {
        return limit.minusNanos(System.nanoTime() - start);
    }

    private Optional<FilePlacement> ask(Path file, long start, Duration limit) throws IOException {
        Future<FilePlacement> call = thread.submit(() -> look.at(file));
        try {
            while (true) {
                Duration left = left(start, limit);
                Duration turn = left.compareTo(SILENCE) < 0 ? left : SILENCE;
                try {
                    return Optional.of(call.get(Math.max(1, turn.toMillis()), TimeUnit.MILLISECONDS));
                } catch (TimeoutException e) {
                    waiting.accept("waiting for a response of the NameNode");
                    if (left(start, limit).toMillis() <= 0) {
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

    /** Whether a failure is explained by a NameNode that stops, is down, starts, or fails over. */
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
