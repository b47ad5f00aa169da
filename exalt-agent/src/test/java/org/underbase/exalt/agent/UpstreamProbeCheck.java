package org.underbase.exalt.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Checks that Hadoop's tests ran with the agent: evaluates the statistics that the agent wrote when each JVM exited. Runs
 * after the tests, in the execution {@code upstream-probe}. The sums depend on retries and recoveries, so the checks hold for
 * every schedule.
 */
class UpstreamProbeCheck {
    private static final Pattern WRITTEN = Pattern.compile("\"(file|socket)_bytes_written\":([0-9]+)");

    /**
     * Statistics of a JVM.
     *
     * @param files bytes written to compressed files
     * @param sockets bytes written to connections with frames
     */
    private record Written(long files, long sockets) {}

    @Test
    void agentCompressedReplicasAndConnections() throws Exception {
        Path directory = Path.of(System.getProperty("upstream.probe"));
        if (!System.getProperty("upstream.setting").equals("emulated")) {
            assertThat(directory).doesNotExist();
            return;
        }
        List<Written> written;
        try (Stream<Path> all = Files.list(directory)) {
            written = all.map(UpstreamProbeCheck::written).toList();
        }
        System.out.println(written.size() + " processes: " + written);
        // Each test class has its own JVM.
        assertThat(written).hasSizeGreaterThan(5);
        assertThat(written).as("JVMs that wrote compressed files").anyMatch(each -> each.files() > 0);
        assertThat(written).as("JVMs that wrote framed connections").anyMatch(each -> each.sockets() > 0);
    }

    private static Written written(Path statistics) {
        long files = 0;
        long sockets = 0;
        Matcher written = WRITTEN.matcher(read(statistics));
        while (written.find()) {
            long bytes = Long.parseLong(written.group(2));
            if (written.group(1).equals("file")) {
                files += bytes;
            } else {
                sockets += bytes;
            }
        }
        return new Written(files, sockets);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
