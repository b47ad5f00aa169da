package org.underbase.testbed.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CommandTest {
    /** A command that ends is alive for a moment after its end of the pipe is closed. */
    @Test
    void commandThatClosesItsInputIsAwaited() throws Exception {
        CommandResult result = Command.of("sh", "-c", "exec 0<&-; sleep 1; echo done; exit 3")
                .input(new byte[1 << 20])
                .run();
        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.out()).isEqualTo("done\n");
    }
}
