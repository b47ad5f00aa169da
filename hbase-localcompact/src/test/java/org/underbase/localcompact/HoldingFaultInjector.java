package org.underbase.localcompact;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.underbase.localcompact.worker.FaultInjector;
import org.underbase.localcompact.worker.FaultPoint;

/**
 * Fault injector in a RegionServer of a test: it holds every thread at the fault point named in the file {@code hold}, until the
 * file changes. It does nothing in a process that was started without {@link #DIRECTORY}.
 */
public final class HoldingFaultInjector implements FaultInjector {
    /** System property with the directory of the file. */
    static final String DIRECTORY = "underbase.test.held";

    private static final String HOLD = "hold";
    private static final Duration MAX_HOLD = Duration.ofMinutes(3);

    private final String directory = System.getProperty(DIRECTORY, "");

    /** Constructor for {@link java.util.ServiceLoader}. */
    public HoldingFaultInjector() {}

    static void hold(Path directory, FaultPoint point) throws IOException {
        Files.writeString(directory.resolve(HOLD), point.name());
    }

    static boolean isHeld(Path directory, FaultPoint point) {
        return Files.exists(directory.resolve(point.name()));
    }

    static void release(Path directory, FaultPoint point) throws IOException {
        Files.deleteIfExists(directory.resolve(HOLD));
        Files.deleteIfExists(directory.resolve(point.name()));
    }

    @Override
    public void at(FaultPoint point, String ticket, int block) throws IOException {
        if (directory.isEmpty() || !isRequested(point)) {
            return;
        }
        Files.writeString(Path.of(directory).resolve(point.name()), ticket);
        Awaitility.await()
                .pollInSameThread()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(10))
                .atMost(MAX_HOLD)
                .until(() -> !isRequested(point));
    }

    private boolean isRequested(FaultPoint point) throws IOException {
        try {
            return Files.readString(Path.of(directory).resolve(HOLD)).equals(point.name());
        } catch (NoSuchFileException e) {
            return false;
        }
    }
}
