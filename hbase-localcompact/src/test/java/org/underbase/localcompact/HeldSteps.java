package org.underbase.localcompact;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.underbase.localcompact.worker.Step;
import org.underbase.localcompact.worker.StepWatch;

/**
 * In a RegionServer of a test: holds every thread that reaches the step that is written into the file {@code hold}, as long as it
 * is. Does nothing in a process that was started without {@link #DIRECTORY}.
 */
public final class HeldSteps implements StepWatch {
    /** The system property that names the directory of the file. */
    static final String DIRECTORY = "underbase.test.held";

    private static final String HOLD = "hold";
    private static final Duration LONGEST = Duration.ofMinutes(3);

    private final Optional<Path> directory =
            Optional.ofNullable(System.getProperty(DIRECTORY)).map(Path::of);

    /** For {@link java.util.ServiceLoader}. */
    public HeldSteps() {}

    static void hold(Path directory, Step step) throws IOException {
        Files.writeString(directory.resolve(HOLD), step.name());
    }

    static boolean isHeld(Path directory, Step step) {
        return Files.exists(directory.resolve(step.name()));
    }

    static void letGo(Path directory, Step step) throws IOException {
        Files.deleteIfExists(directory.resolve(HOLD));
        Files.deleteIfExists(directory.resolve(step.name()));
    }

    @Override
    public void at(Step step, String ticket, int block) throws IOException {
        if (directory.isEmpty() || !isAsked(step)) {
            return;
        }
        Files.writeString(directory.get().resolve(step.name()), ticket);
        Awaitility.await()
                .pollInSameThread()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(10))
                .atMost(LONGEST)
                .until(() -> !isAsked(step));
    }

    private boolean isAsked(Step step) throws IOException {
        try {
            return Files.readString(directory.orElseThrow().resolve(HOLD)).equals(step.name());
        } catch (NoSuchFileException e) {
            return false;
        }
    }
}
