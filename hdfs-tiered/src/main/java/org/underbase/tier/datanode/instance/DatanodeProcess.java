package org.underbase.tier.datanode.instance;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * Process of a DataNode instance. Its command line, which contains the instance's pid file, and its start time identify
 * it, so that another process with the same process ID is never shown or signaled.
 *
 * @param pid process ID
 * @param startTicks start time in clock ticks since boot: field 22 of {@code /proc/PID/stat}, see proc(5)
 */
public record DatanodeProcess(long pid, long startTicks) {
    private static final Path PROC = Path.of("/proc");
    /** Index of field 22, counted from the state, the first field after the command name. */
    private static final int START_TIME = 19;

    /** Marker on the command line of an instance's JVM. */
    static String mark(Instance instance) {
        return "-Dunderbase.datanode.instance=" + instance.pidFile();
    }

    /**
     * Finds the process of an instance: that of its pid file, or, if the pid file is lost, any with its marker. Empty
     * if no process runs, regardless of the pid file.
     */
    static Optional<DatanodeProcess> of(Instance instance) throws IOException {
        Optional<Long> noted = notedPid(instance);
        if (noted.isPresent()) {
            Optional<DatanodeProcess> process = withMark(noted.get(), mark(instance));
            if (process.isPresent()) {
                return process;
            }
        }
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path each : processes) {
                Optional<DatanodeProcess> process =
                        withMark(Long.parseLong(each.getFileName().toString()), mark(instance));
                if (process.isPresent()) {
                    return process;
                }
            }
        }
        return Optional.empty();
    }

    /** Returns the process ID of the pid file, if it contains a number. */
    static Optional<Long> notedPid(Instance instance) throws IOException {
        if (!Files.exists(instance.pidFile())) {
            return Optional.empty();
        }
        try {
            return Optional.of(Long.parseLong(
                    Files.readString(instance.pidFile(), StandardCharsets.UTF_8).strip()));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static Optional<DatanodeProcess> withMark(long pid, String mark) {
        try {
            Path directory = PROC.resolve(Long.toString(pid));
            String[] words = Files.readString(directory.resolve("cmdline"), StandardCharsets.ISO_8859_1)
                    .split("\0", -1);
            // Compare bytes, because a path need not be UTF-8.
            String wanted = new String(mark.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
            return Arrays.asList(words).contains(wanted)
                    ? startTicks(pid).map(ticks -> new DatanodeProcess(pid, ticks))
                    : Optional.empty();
        } catch (IOException e) {
            // Exited, or owned by another user.
            return Optional.empty();
        }
    }

    /** Returns the start time; empty if the process does not exist or is a zombie. */
    private static Optional<Long> startTicks(long pid) {
        try {
            String stat = Files.readString(PROC.resolve(Long.toString(pid)).resolve("stat"));
            // The command name may contain blanks and parentheses: search the last parenthesis.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            boolean ended = fields[0].equals("Z") || fields[0].equals("X");
            return ended ? Optional.empty() : Optional.of(Long.parseLong(fields[START_TIME]));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Whether this process still runs. */
    boolean alive() {
        return startTicks(pid).filter(ticks -> ticks == startTicks).isPresent();
    }

    /**
     * Sends TERM or KILL.
     *
     * @throws IOException if the process runs and may not be signaled
     */
    void signal(boolean kill) throws IOException {
        Optional<ProcessHandle> handle = alive() ? ProcessHandle.of(pid) : Optional.empty();
        if (handle.isEmpty()) {
            return;
        }
        boolean sent = kill ? handle.get().destroyForcibly() : handle.get().destroy();
        if (!sent && alive()) {
            throw new IOException("process " + pid + " cannot be signalled: it belongs to "
                    + handle.get().info().user().orElse("another user"));
        }
    }
}
