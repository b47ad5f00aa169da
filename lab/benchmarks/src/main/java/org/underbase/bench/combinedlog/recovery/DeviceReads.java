package org.underbase.bench.combinedlog.recovery;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.underbase.testbed.process.Command;

/**
 * Read requests that the block device of a directory has completed, for all processes.
 *
 * @param statistics path of the kernel's statistics, which some file systems lack
 */
record DeviceReads(Path statistics) {
    static DeviceReads of(Path directory) throws IOException {
        String device = Command.of("findmnt", "-n", "-o", "MAJ:MIN", "--target", directory.toString())
                .run()
                .orThrow()
                .out()
                .strip();
        return new DeviceReads(Path.of("/sys/dev/block", device, "stat"));
    }

    /** Returns the number of requests since the creation of the device; empty without a block device. */
    OptionalLong count() throws IOException {
        return Files.exists(statistics)
                ? OptionalLong.of(
                        Long.parseLong(Files.readString(statistics).strip().split("\\s+", -1)[0]))
                : OptionalLong.empty();
    }
}
