package org.underbase.testbed.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Identity of a process: pid and start time, so that a reused pid denotes another process.
 *
 * @param pid process id
 * @param startTicks start time in clock ticks since boot: field 22 of {@code /proc/PID/stat}, see proc(5)
 */
public record ProcessIdentity(long pid, long startTicks) {
    /** Field 22 of {@code /proc/PID/stat} counted from the state, the first field after the command's name. */
    private static final int START_TIME = 19;

    /** Finds the process with a pid; empty if it does not exist or is a zombie. */
    public static Optional<ProcessIdentity> of(long pid) {
        return stat(pid).map(fields -> new ProcessIdentity(pid, Long.parseLong(fields[START_TIME])));
    }

    /** Reads the fields of {@code /proc/PID/stat} from the state on; empty if there is no process or only a zombie. */
    private static Optional<String[]> stat(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            // The command's name may contain blanks and parentheses: count from the last one.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            return fields[0].equals("Z") || fields[0].equals("X") ? Optional.empty() : Optional.of(fields);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            // The read fails with ESRCH if the process exits during it.
            if (Files.exists(Path.of("/proc/" + pid))) {
                throw new IllegalStateException("cannot read /proc/" + pid + "/stat: " + e.getMessage(), e);
            }
            return Optional.empty();
        }
    }

    /** Parses the result of {@link #toString()}. */
    public static ProcessIdentity parse(String text) {
        String[] parts = text.strip().split(" ", -1);
        if (parts.length != 2) {
            throw new IllegalArgumentException("not a pid and a start time: " + text);
        }
        return new ProcessIdentity(Long.parseLong(parts[0]), Long.parseLong(parts[1]));
    }

    /** Whether this process still runs. A stopped process runs; a zombie does not. */
    public boolean alive() {
        return of(pid).filter(this::equals).isPresent();
    }

    /** Whether SIGSTOP has stopped this process. */
    public boolean stopped() {
        return stat(pid)
                .filter(fields -> Long.parseLong(fields[START_TIME]) == startTicks)
                .filter(fields -> fields[0].equals("T"))
                .isPresent();
    }

    /**
     * Sends a signal if this process still runs.
     *
     * @return false if it has exited
     */
    public boolean signal(Signal signal) throws IOException {
        if (!alive()) {
            return false;
        }
        CommandResult result = Command.of("sh", "-c", "kill -" + signal + " \"$0\"", Long.toString(pid))
                .run();
        return result.exitCode() == 0 || alive();
    }

    @Override
    public String toString() {
        return pid + " " + startTicks;
    }
}
