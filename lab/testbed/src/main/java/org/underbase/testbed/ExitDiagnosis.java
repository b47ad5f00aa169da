package org.underbase.testbed;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.underbase.testbed.ClusterPlan.DaemonPlan;
import org.underbase.testbed.process.ExitCode;

/** Diagnosis of a daemon's exit from its logs. */
final class ExitDiagnosis {
    private static final int LAST_LINES = 15;
    private static final int LAST_BYTES = 200_000;
    private static final Pattern CAUSE = Pattern.compile(
            "^(Caused by: |Terminating due to |Exception in thread \"[^\"]*\" )?[a-z]\\w*(\\.\\w+)+(\\$\\w+)?(Exception|Error)\\b.*");
    private static final Pattern PORT = Pattern.compile("Address already in use|Port in use|BindException");
    private static final Pattern SPACE = Pattern.compile("No space left on device");

    private ExitDiagnosis() {}

    /**
     * Creates the exception for a daemon that exited unexpectedly.
     *
     * @param daemon plan of the daemon
     * @param exit description of the exit
     * @param since lengths of its log and its output at its start
     */
    static ClusterException of(DaemonPlan daemon, String exit, LogMark since) throws IOException {
        List<String> lines = new ArrayList<>(lines(daemon.log(), since.log()));
        lines.addAll(lines(daemon.out(), since.out()));
        String name = daemon.name() + " on " + daemon.node();
        Optional<String> port = last(lines, PORT);
        if (port.isPresent()) {
            return new PortInUseException(name + " found a port in use: " + port.get());
        }
        Optional<String> space = last(lines, SPACE);
        if (space.isPresent()) {
            return new NoSpaceException(name + " found no space left on its disk: " + space.get());
        }
        if (exit.equals(ExitCode.KILLED)) {
            return new DaemonExitedException(name + " was " + exit);
        }
        String cause = last(lines, CAUSE)
                .or(() -> FullDisk.problem(daemon.home()))
                .orElse(lines.isEmpty() ? "its log is empty" : "last line of its log: " + lines.get(lines.size() - 1));
        List<String> tail = lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size());
        return new DaemonExitedException(name + " exited (" + exit + "): " + cause
                + tail.stream().map(line -> "\n    " + line).reduce("", String::concat));
    }

    private static Optional<String> last(List<String> lines, Pattern pattern) {
        return lines.stream()
                .filter(line -> pattern.matcher(line).find())
                .reduce((a, b) -> b)
                .map(String::strip);
    }

    private static List<String> lines(Path file, long from) throws IOException {
        if (!Files.exists(file)) {
            return List.of();
        }
        byte[] bytes = Files.readAllBytes(file);
        int start = (int) Math.max(Math.min(from, bytes.length), bytes.length - LAST_BYTES);
        return new String(bytes, start, bytes.length - start, StandardCharsets.UTF_8)
                .lines()
                .toList();
    }

    /** Lengths of a daemon's log and output at some time, in bytes. */
    record LogMark(long log, long out) {
        static LogMark now(DaemonPlan daemon) throws IOException {
            return new LogMark(size(daemon.log()), size(daemon.out()));
        }

        private static long size(Path file) throws IOException {
            return Files.exists(file) ? Files.size(file) : 0;
        }
    }
}
