package org.underbase.sim.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.underbase.sim.cost.Hardware;
import org.underbase.sim.cost.Prices;
import org.underbase.sim.disk.PaperDisk;
import org.underbase.sim.request.Tier;
import org.underbase.sim.study.Alternative;
import org.underbase.sim.sync.SyncSettings;

class HardwareFileTest {
    private static final String COMPLETE =
            """
            ram.gigabytes=10
            flash.gigabytes=100
            disks=2
            disk.megabytes.per.second=100
            disk.seek.millis=10
            disk.flush.millis=0.5
            price.disk.dollars=300
            price.ram.dollars.per.gigabyte=5
            price.flash.dollars.per.gigabyte=0.1
            failure.disk.percent.per.year=2
            failure.ram.percent.per.year=4
            tier.disk.nodes=3
            tier.disk.disks=4
            tier.disk.disk.megabytes.per.second=100
            tier.disk.disk.seek.millis=8
            tier.fast.nodes=2
            tier.fast.disks=1
            tier.fast.disk.megabytes.per.second=500
            tier.fast.disk.seek.millis=0.1
            tier.fast.disk.dollars=700
            """;

    @TempDir
    private Path directory;

    @Test
    void hardwareOfThePaperIsTheReference() throws IOException {
        assertThat(HardwareFile.read(HardwareFile.PAPER))
                .isEqualTo(Alternative.of("baseline", new Hardware(30, 0, 15), Prices.PAPER, PaperDisk.DEFAULT));
    }

    @Test
    void aDirectoryIsRejectedWithItsName() {
        assertThatThrownBy(() -> HardwareFile.read(directory.toString()))
                .isInstanceOf(IOException.class)
                .hasMessage("invalid hardware: " + directory + ": is a directory");
    }

    @Test
    void aNumberHasNoUnit() throws IOException {
        assertRejected(
                COMPLETE.replace("disk.seek.millis=10\n", "disk.seek.millis=8ms\n"),
                "disk.seek.millis=8ms must be between 0 and 10000 ms, given as a number without a unit");
    }

    @Test
    void incompleteHardwareIsRejected() throws IOException {
        assertRejected("ram.gigabytes=1\nflash.gigabytes=0\n", "missing disks");
    }

    private void assertRejected(String settings, String cause) throws IOException {
        Path file = Files.writeString(directory.resolve("h"), settings);

        assertThatThrownBy(() -> HardwareFile.read(file.toString()))
                .hasMessage("invalid hardware: " + file + ": " + cause);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    ram.gigabytes=1e12                        | between 0.0001 and 4000 GiB
                    ram.gigabytes=Infinity                    | between 0.0001 and 4000 GiB
                    flash.gigabytes=-1                        | between 0 and 4000 GiB
                    disks=1e9                                 | a whole number between 2 and 1000
                    disks=2.5                                 | a whole number between 2 and 1000
                    disk.megabytes.per.second=1e300           | between 0.01 and 100000 MB/s
                    disk.megabytes.per.second=1e-300          | between 0.01 and 100000 MB/s
                    disk.megabytes.per.second=NaN             | between 0.01 and 100000 MB/s
                    disk.megabytes.per.second=fast            | between 0.01 and 100000 MB/s, given as a number without a unit
                    disk.seek.millis=1e300                    | between 0 and 10000 ms
                    disk.flush.millis=1e300                   | between 0 and 10000 ms
                    price.disk.dollars=-1                     | between 0 and 100000 dollars
                    price.ram.dollars.per.gigabyte=1e5        | between 0 and 10000 dollars per GiB
                    price.flash.dollars.per.gigabyte=1e5      | between 0 and 10000 dollars per GiB
                    failure.disk.percent.per.year=1000        | between 0 and 100 % per year
                    failure.ram.percent.per.year=-4           | between 0 and 100 % per year
                    tier.fast.nodes=0                         | a whole number between 1 and 10000
                    tier.fast.disks=0                         | a whole number between 1 and 1000
                    tier.fast.disk.megabytes.per.second=1e300 | between 0.01 and 100000 MB/s
                    tier.fast.disk.seek.millis=1e300          | between 0 and 10000 ms
                    tier.fast.disk.dollars=1e300              | between 0 and 100000 dollars
                    """)
    void valuesAreWithinBounds(String setting, String bounds) throws IOException {
        String key = setting.substring(0, setting.indexOf('='));

        assertRejected(
                COMPLETE.replaceFirst("(?m)^" + Pattern.quote(key) + "=.*$", setting), setting + " must be " + bounds);
    }

    @Test
    void keysAreKnownAndUnique() throws IOException {
        assertRejected(COMPLETE + "disks=3\n", "disks is given twice");
        assertRejected(COMPLETE + "cores=3\n", "unknown key cores");
        assertRejected(COMPLETE + "tier.any.nodes=3\n", "'any' is reserved and not a name of a tier");
    }

    @Test
    void pricesAndTiersAreThoseOfTheHardwareFile() throws IOException {
        Path file = Files.writeString(directory.resolve("h"), COMPLETE);

        Alternative machine = HardwareFile.read(file.toString());
        assertThat(machine.prices().capex(machine.hardware())).isEqualTo(2 * 300 + 10 * 5 + 100 * 0.1);
        assertThat(machine.prices().opex(machine.hardware(), 5, true)).isEqualTo(0.02 * 600 + 0.04 * 50 + 10 / 5.0);
        assertThat(machine.syncs()).isEqualTo(SyncSettings.UNKNOWN.withFlush(500_000));
        assertThat(machine.layout().tiers())
                .as("the fastest first")
                .containsExactly(
                        new Tier("fast", 2, 1, 500_000_000, 100_000, 700),
                        new Tier("disk", 3, 4, 100_000_000, 8_000_000, 300));
    }
}
