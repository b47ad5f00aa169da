package org.underbase.testbed.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A process named by pid and start time, so that a recycled pid is never mistaken for it.
 *
 * @param pid the process id
 * @param startTicks when it started, in clock ticks since boot: field 22 of {@code /proc/PID/stat}, see proc(5)
 */
public record ProcessIdentity(long pid, long startTicks) {
    /** Field 22 of {@code /proc/PID/stat} counted from the state, the first field after the command's name. */
    private static final int START_TIME = 19;

    /** The process that has this pid now, or empty when there is none or only a zombie. */
    public static Optional<ProcessIdentity> of(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            // The command's name may hold blanks and parentheses: count from the last one.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            if (fields[0].equals("Z") || fields[0].equals("X")) {
                return Optional.empty();
            }
            return Optional.of(new ProcessIdentity(pid, Long.parseLong(fields[START_TIME])));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            // A process that ends while its file is being read gives ESRCH.
            if (Files.exists(Path.of("/proc/" + pid))) {
                throw new IllegalStateException("cannot read /proc/" + pid + "/stat: " + e.getMessage(), e);
            }
            return Optional.empty();
        }
    }

    /** Reads what {@link #toString()} wrote. */
    public static ProcessIdentity parse(String text) {
        String[] parts = text.strip().split(" ", -1);
        if (parts.length != 2) {
            throw new IllegalArgumentException("not a pid and a start time: " + text);
        }
        return new ProcessIdentity(Long.parseLong(parts[0]), Long.parseLong(parts[1]));
    }

    /** Whether this very process still runs. A stopped process runs; a zombie does not. */
    public boolean alive() {
        return of(pid).filter(this::equals).isPresent();
    }

    /**
     * Sends a signal when this very process still runs.
     *
     * @return false when it is gone
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
