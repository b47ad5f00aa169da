package org.underbase.tier.datanode.instance;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * A running DataNode of an instance. It is known by its command line, which names the instance's pid file, and by its
 * start time, so that another process that got its pid is never taken for it: not shown, not signalled.
 *
 * @param pid the process id
 * @param startTicks when it started, clock ticks since boot: field 22 of {@code /proc/PID/stat}, see proc(5)
 */
public record DatanodeProcess(long pid, long startTicks) {
    private static final Path PROC = Path.of("/proc");
    /** Field 22 counted from the state, the first field after the command's name. */
    private static final int START_TIME = 19;

    /** What marks the command line of an instance's JVM. */
    static String mark(Instance instance) {
        return "-Dunderbase.datanode.instance=" + instance.pidFile();
    }

    /**
     * The instance's process: the one its pid file names, else, since pid files get lost, any that carries its mark.
     * Empty when none runs, whatever the pid file says.
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

    /** What the pid file says, when there is one and it is a number. */
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
            // Read as bytes, since a path need not be UTF-8; the mark is made the same.
            String wanted = new String(mark.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
            return Arrays.asList(words).contains(wanted)
                    ? startTicks(pid).map(ticks -> new DatanodeProcess(pid, ticks))
                    : Optional.empty();
        } catch (IOException e) {
            // It ended meanwhile, or belongs to somebody else.
            return Optional.empty();
        }
    }

    /** Empty when there is no such process, or only a zombie. */
    private static Optional<Long> startTicks(long pid) {
        try {
            String stat = Files.readString(PROC.resolve(Long.toString(pid)).resolve("stat"));
            // The command's name may hold blanks and parentheses: count from the last one.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            boolean ended = fields[0].equals("Z") || fields[0].equals("X");
            return ended ? Optional.empty() : Optional.of(Long.parseLong(fields[START_TIME]));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Whether this very process still runs. */
    boolean alive() {
        return startTicks(pid).filter(ticks -> ticks == startTicks).isPresent();
    }

    /**
     * Asks the process to end (TERM), or ends it (KILL).
     *
     * @throws IOException when it still runs and may not be signalled
     */
    void signal(boolean kill) throws IOException {
        Optional<ProcessHandle> handle = alive() ? ProcessHandle.of(pid) : Optional.empty();
        if (handle.isEmpty()) {
            return;
        }
        boolean sent = kill ? handle.get().destroyForcibly() : handle.get().destroy();
        if (!sent && alive()) {
            throw new IOException("process " + pid + " cannot be signalled: it belongs to "
                    + handle.get().info().user().orElse("somebody else"));
        }
    }
}
