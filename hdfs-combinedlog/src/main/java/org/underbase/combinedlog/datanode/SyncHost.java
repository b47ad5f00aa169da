package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Operating system as {@link FileSystemSync} needs it. */
interface SyncHost {
    /** Returns the name of the system and its version, such as {@code Linux 6.1}. */
    String kernel();

    /** Returns the type of a directory's file system. */
    String type(Path directory) throws IOException;

    /** Returns the free bytes of a directory's file system that this process may use. */
    long usableBytes(Path directory) throws IOException;

    /** Returns an ID that changes with each start of the system, and with it the page cache; empty if unknown. */
    Optional<String> boot();

    /** Returns the number of a directory's file system, which no other one has until the system is restarted. */
    long device(Path directory) throws IOException;

    boolean isExecutable(String command);

    /**
     * Runs a command with a short output, in an empty environment.
     *
     * @param waiting called about once per second
     * @return its result, or {@link Exit#NOT_STARTED} as exit code
     * @throws IOException if the thread was interrupted
     */
    Exit run(List<String> command, Runnable waiting) throws IOException;

    /** Fsyncs a file or a directory. */
    void fsync(Path file) throws IOException;

    /**
     * Result of a command.
     *
     * @param code its exit code
     * @param output standard output and standard error
     */
    record Exit(int code, String output) {
        /** Code of a command that could not be started. */
        static final int NOT_STARTED = -1;
    }
}
