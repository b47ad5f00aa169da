package org.underbase.combinedlog.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Who owns a directory: files that another user makes in it could not be read by its DataNode. */
final class Owner {
    private static final Path PROCESS = Path.of("/proc/self");
    private static final String USER_ID = "unix:uid";

    private Owner() {}

    /**
     * Refuses a directory of somebody else; where the system has no {@code /proc} it cannot be told.
     *
     * @throws IOException where it is somebody else's
     */
    static void requireUs(Path directory) throws IOException {
        if (!Files.exists(PROCESS)) {
            return;
        }
        Object owner = Files.getAttribute(directory, USER_ID);
        if (!owner.equals(Files.getAttribute(PROCESS, USER_ID))) {
            throw new IOException(directory + " belongs to " + Files.getOwner(directory)
                    + ": run this as that user, or its DataNode could not read what is made here");
        }
    }
}
