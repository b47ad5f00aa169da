package org.underbase.testbed;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/** Log of a daemon that runs and writes. Thread-safe. */
public final class DaemonLog {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private final Daemon daemon;

    DaemonLog(Daemon daemon) {
        this.daemon = daemon;
    }

    /**
     * Returns the length of the log, as a start of later searches.
     *
     * @return bytes; 0 before the log exists
     */
    public long length() throws IOException {
        Path log = daemon.log();
        return Files.exists(log) ? Files.size(log) : 0;
    }

    /**
     * Finds the lines that contain some texts.
     *
     * @param from first byte to search
     * @param parts texts that a line must contain
     * @return lines, in order
     */
    public List<String> lines(long from, String... parts) throws IOException {
        byte[] all = length() == 0 ? new byte[0] : Files.readAllBytes(daemon.log());
        int start = (int) Math.min(from, all.length);
        return new String(all, start, all.length - start, StandardCharsets.UTF_8)
                .lines()
                .filter(line -> Stream.of(parts).allMatch(line::contains))
                .toList();
    }

    /**
     * Waits, at most two minutes, until the log has a line with some texts.
     *
     * @param from first byte to search
     * @param parts texts that the line must contain
     * @return the last such line
     * @throws WaitTimeoutException if there is no such line in time
     */
    public String await(long from, String... parts) throws IOException {
        return await(List.of(daemon), from, LIMIT, parts);
    }

    /**
     * Waits until the log of any of some daemons has a line with some texts.
     *
     * @param daemons daemons whose logs are searched
     * @param from first byte to search in each log
     * @param limit maximum wait
     * @param parts texts that the line must contain
     * @return the last such line of the first log that has one
     * @throws WaitTimeoutException if there is no such line in time
     */
    public static String await(List<Daemon> daemons, long from, Duration limit, String... parts) throws IOException {
        AtomicReference<String> found = new AtomicReference<>("");
        Await.until(
                "a line with '" + String.join("' and '", parts) + "' in the log of " + daemons,
                limit,
                () -> "no such line",
                () -> {
                    for (Daemon daemon : daemons) {
                        Optional<String> last =
                                daemon.logReader().lines(from, parts).stream().reduce((first, second) -> second);
                        last.ifPresent(found::set);
                        if (last.isPresent()) {
                            return true;
                        }
                    }
                    return false;
                });
        return found.get();
    }
}
