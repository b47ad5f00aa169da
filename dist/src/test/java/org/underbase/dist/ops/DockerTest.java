package org.underbase.dist.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.underbase.testbed.process.Command;
import org.underbase.testbed.process.CommandResult;

/** {@code docker/test.sh} with the Docker daemon of this machine; skipped with the reason if no daemon is running. */
@Tag("cluster")
class DockerTest {
    /** The script's way to say that it cannot be tried here. */
    private static final int IMPOSSIBLE = 77;

    private static final Duration PATIENCE = Duration.ofMinutes(12);

    @Test
    void theComposeClusterWorksAsAUserWouldUseIt() throws IOException {
        Path script = Path.of("..", "docker", "test.sh").toAbsolutePath().normalize();

        CommandResult test =
                Command.of("bash", script.toString()).limit(PATIENCE).run();

        assumeTrue(
                test.exitCode() != IMPOSSIBLE,
                () -> "docker/test.sh: " + test.out().strip());
        assertThat(test.exitCode()).as("%s%n%s", test.out(), test.err()).isZero();
        assertThat(test.out()).contains("docker test: passed");
    }
}
