package org.underbase.testbed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import org.underbase.testbed.process.ProcessIdentity;

/** File with the identity of a daemon's last process, for this JVM and others. */
record LastRun(Path home) {
    private static final String FILE = "pid";

    void record(ProcessIdentity process) throws IOException {
        Path fresh = home.resolve(FILE + ".new");
        Files.writeString(fresh, process + "\n");
        Files.move(fresh, home.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
    }

    /** Returns the process of the last start, whether it runs or not; empty if the daemon was never started. */
    Optional<ProcessIdentity> process() {
        try {
            return Optional.of(ProcessIdentity.parse(Files.readString(home.resolve(FILE))));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
