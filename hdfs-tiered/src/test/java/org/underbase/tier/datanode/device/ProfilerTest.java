package org.underbase.tier.datanode.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.tier.conf.TierKeys;
import org.underbase.tier.datanode.device.DeviceProfile.Source;

class ProfilerTest {
    private static final long VOLUMES = 1L << 40;

    @TempDir
    private Path directory;

    private final Configuration conf = new Configuration(false);

    @BeforeEach
    void shortProbe() {
        conf.set(TierKeys.PROBE_BYTES.name(), "2m");
        conf.set(TierKeys.PROBE_DURATION.name(), "500ms");
    }

    @Test
    void whatIsConfiguredIsNotMeasured() throws IOException {
        configure("500m", "400m", "90000", "50000");
        conf.set(TierKeys.DEVICE_CAPACITY.forName("fast").name(), "10g");

        DeviceProfile profile = profiler().measured(VOLUMES);

        assertThat(profile)
                .isEqualTo(new DeviceProfile(
                        10L << 30, new DeviceRates(500 << 20, 400 << 20, 90_000, 50_000), Source.CONFIGURED));
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void theProbeMeasuresWhatIsMissingOnceAndKeepsIt() throws IOException {
        conf.set(TierKeys.DEVICE_READ_BANDWIDTH.forName("fast").name(), "500m");

        DeviceProfile first = profiler().measured(VOLUMES);
        DeviceProfile second = profiler().known(VOLUMES);

        assertThat(first.capacity()).isEqualTo(VOLUMES);
        assertThat(first.source()).isEqualTo(Source.PROBED);
        assertThat(first.rates().readBandwidth()).isEqualTo(500L << 20);
        assertThat(first.rates().complete()).isTrue();
        assertThat(second).isEqualTo(first);
        assertThat(profiler().probeNeeded()).isFalse();
        try (var files = Files.list(directory)) {
            assertThat(files).containsExactly(directory.resolve(RatesFile.NAME));
        }
    }

    @Test
    void aDamagedResultIsMeasuredAgain() throws IOException {
        Files.writeString(directory.resolve(RatesFile.NAME), "not what we wrote");

        assertThat(profiler().known(VOLUMES).source()).isEqualTo(Source.NONE);
        assertThat(profiler().measured(VOLUMES).source()).isEqualTo(Source.PROBED);
        assertThat(RatesFile.read(directory).rates()).isPresent();
    }

    @Test
    void theProbeCanBeSwitchedOff() throws IOException {
        conf.set(TierKeys.PROBE_ENABLED.name(), "false");

        assertThat(profiler().measured(VOLUMES))
                .isEqualTo(new DeviceProfile(VOLUMES, DeviceRates.UNKNOWN, Source.NONE));
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void directoriesOnOneDeviceCountOnce() throws IOException {
        Path one = Files.createDirectory(directory.resolve("one"));
        Path other = Files.createDirectory(directory.resolve("other"));
        RatesFile.write(other, new DeviceRates(1000, 1000, 100, 100), 1);

        assertThat(new Profiler(conf, "fast", List.of(one, other))
                        .known(VOLUMES)
                        .rates())
                .isEqualTo(new DeviceRates(1000, 1000, 100, 100));
    }

    @Test
    void aWrongValueIsIgnored() {
        conf.set(TierKeys.DEVICE_READ_BANDWIDTH.forName("fast").name(), "quick");
        conf.set(TierKeys.PROBE_ENABLED.name(), "perhaps");

        assertThat(profiler().known(VOLUMES).source()).isEqualTo(Source.NONE);
        assertThat(profiler().probeNeeded()).isFalse();
    }

    @Test
    void whatACrashLeftIsRemoved() throws IOException {
        Files.writeString(directory.resolve(DeviceProbe.FILE), "half a probe");
        Files.writeString(directory.resolve(RatesFile.TEMPORARY), "half a result");

        profiler().removeLeftovers();

        assertThat(directory).isEmptyDirectory();
    }

    private Profiler profiler() {
        return new Profiler(conf, "fast", List.of(directory));
    }

    private void configure(String read, String write, String readIops, String writeIops) {
        conf.set(TierKeys.DEVICE_READ_BANDWIDTH.forName("fast").name(), read);
        conf.set(TierKeys.DEVICE_WRITE_BANDWIDTH.forName("fast").name(), write);
        conf.set(TierKeys.DEVICE_READ_IOPS.forName("fast").name(), readIops);
        conf.set(TierKeys.DEVICE_WRITE_IOPS.forName("fast").name(), writeIops);
    }
}
