package org.underbase.analysis.cli;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repeated analysis of a growing trace. A round that fails is reported in one line and leaves the output of the last one. Ctrl-C
 * and SIGTERM end the loop after the current round has released its threads and temporary files.
 */
final class FollowLoop {
    private static final Logger LOG = LoggerFactory.getLogger(FollowLoop.class);
    private static final long SECONDS_TO_STOP = 30;

    /** One analysis. */
    @FunctionalInterface
    interface Round {
        /**
         * Analyzes the window.
         *
         * @param from begin of the window
         */
        void run(Instant from) throws IOException, InterruptedException;
    }

    /** Pause between rounds. */
    @FunctionalInterface
    interface Pause {
        void until(Instant next) throws InterruptedException;
    }

    private final Duration every;
    private final Duration window;
    private final PrintWriter err;
    private final Clock clock;
    private final Pause pause;

    FollowLoop(Duration every, Duration window, PrintWriter err, Clock clock, Pause pause) {
        this.every = every;
        this.window = window;
        this.err = err;
        this.clock = clock;
        this.pause = pause;
    }

    /** Creates a loop with the clock of the system. */
    static FollowLoop of(Duration every, Duration window, PrintWriter err) {
        Clock clock = Clock.systemUTC();
        return new FollowLoop(
                every,
                window,
                err,
                clock,
                next -> TimeUnit.MILLISECONDS.sleep(
                        Math.max(0, Duration.between(clock.instant(), next).toMillis())));
    }

    /** Runs rounds until the calling thread is interrupted, also by the exit of the process. */
    void run(Round round) {
        Thread here = Thread.currentThread();
        CountDownLatch stopped = new CountDownLatch(1);
        Thread exit = new Thread(
                () -> {
                    here.interrupt();
                    try {
                        boolean clean = stopped.await(SECONDS_TO_STOP, TimeUnit.SECONDS);
                        err.println(clean ? "follow: stopped" : "follow: stopped during an analysis");
                        err.flush();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "stop following");
        Runtime.getRuntime().addShutdownHook(exit);
        try {
            for (; ; ) {
                Instant begin = clock.instant();
                once(round, begin);
                pause.until(begin.plus(every));
            }
        } catch (InterruptedException e) {
            // The loop has no other end; the caller has nothing more to interrupt.
            Thread.interrupted();
        } finally {
            stopped.countDown();
            remove(exit);
        }
    }

    private void once(Round round, Instant begin) throws InterruptedException {
        try {
            round.run(begin.minus(window));
            err.println("follow: analyzed in "
                    + Duration.between(begin, clock.instant())
                                    .truncatedTo(ChronoUnit.MILLIS)
                                    .toMillis()
                            / 1000.0
                    + " s, again at " + begin.plus(every).truncatedTo(ChronoUnit.SECONDS));
        } catch (IOException e) {
            if (Thread.interrupted() || e instanceof InterruptedIOException) {
                // An interrupt during a read or write closes the channel.
                throw new InterruptedException(e.toString());
            }
            err.println("follow: " + e.getMessage() + "; again at "
                    + begin.plus(every).truncatedTo(ChronoUnit.SECONDS));
        }
        err.flush();
    }

    private static void remove(Thread exit) {
        try {
            Runtime.getRuntime().removeShutdownHook(exit);
        } catch (IllegalStateException e) {
            LOG.debug("the process exits", e);
        }
    }
}
