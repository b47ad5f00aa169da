package org.underbase.combinedlog.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Owner check of a directory: the DataNode could not read files that another user creates in it. */
final class Owner {
    private static final Path PROCESS = Path.of("/proc/self");
    private static final String USER_ID = "unix:uid";

    private Owner() {}

    /**
     * Checks that the current user owns a directory; without {@code /proc} the check is skipped.
     *
     * @throws IOException if another user owns it
     */
    static void requireCurrentUser(Path directory) throws IOException {
        if (!Files.exists(PROCESS)) {
            return;
        }
        Object owner = Files.getAttribute(directory, USER_ID);
        if (!owner.equals(Files.getAttribute(PROCESS, USER_ID))) {
            throw new IOException("user " + Files.getOwner(directory) + " owns " + directory
                    + ": run this command as that user, so that its DataNode can read the created files");
        }
    }
}
