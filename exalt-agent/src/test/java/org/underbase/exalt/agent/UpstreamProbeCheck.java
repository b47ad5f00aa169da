package org.underbase.exalt.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Checks that Hadoop's tests ran with the agent: evaluates the statistics that the agent wrote when each JVM exited. Runs
 * after the tests, in the execution {@code upstream-probe}.
 */
class UpstreamProbeCheck {
    private static final Pattern WRITTEN = Pattern.compile("\"(file|socket)_bytes_written\":([0-9]+)");

    @Test
    void agentCompressedReplicasAndConnections() throws Exception {
        Path directory = Path.of(System.getProperty("upstream.probe"));
        if (!System.getProperty("upstream.setting").equals("emulated")) {
            assertThat(directory).doesNotExist();
            return;
        }
        int processes = 0;
        long files = 0;
        long sockets = 0;
        try (Stream<Path> all = Files.list(directory)) {
            for (Path each : (Iterable<Path>) all::iterator) {
                processes++;
                Matcher written = WRITTEN.matcher(Files.readString(each));
                while (written.find()) {
                    long bytes = Long.parseLong(written.group(2));
                    if (written.group(1).equals("file")) {
                        files += bytes;
                    } else {
                        sockets += bytes;
                    }
                }
            }
        }
        System.out.println(processes + " processes wrote " + files + " bytes to compressed files and " + sockets
                + " to connections with frames");
        assertThat(processes).isGreaterThan(5);
        assertThat(files).isGreaterThan(300_000);
        assertThat(sockets).isGreaterThan(300_000);
    }
}
