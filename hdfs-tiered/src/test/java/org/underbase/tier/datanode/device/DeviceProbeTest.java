package org.underbase.tier.datanode.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class DeviceProbeTest {
    @TempDir
    private Path directory;

    @Test
    void itMeasuresAllFourRatesAndLeavesNothing() throws IOException {
        DeviceRates rates = new DeviceProbe(4 << 20, Duration.ofSeconds(2)).measure(directory);

        assertThat(rates.complete()).as("%s", rates).isTrue();
        assertThat(directory).isEmptyDirectory();
    }

    /** The time limit ends the probe: no device writes 1 PiB before the timeout of the test. */
    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void itEndsInTimeForAnySize() throws IOException {
        DeviceRates rates = new DeviceProbe(1L << 50, Duration.ofMillis(500)).measure(directory);

        assertThat(rates.complete()).isTrue();
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void anInterruptEndsItAndItsFileIsDeleted() throws InterruptedException {
        AtomicReference<Exception> end = new AtomicReference<>();
        Thread thread = new Thread(() -> {
            try {
                new DeviceProbe(64L << 30, Duration.ofHours(1)).measure(directory);
            } catch (IOException e) {
                end.set(e);
            }
        });
        thread.start();
        await().atMost(Duration.ofMinutes(1)).until(() -> Files.exists(directory.resolve(DeviceProbe.FILE)));
        thread.interrupt();
        thread.join(60_000);

        assertThat(end.get()).isInstanceOf(IOException.class);
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void rejectsAFileThatIsTooSmall() {
        assertThatThrownBy(() -> new DeviceProbe(4096, Duration.ofSeconds(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1048576");
    }
}
