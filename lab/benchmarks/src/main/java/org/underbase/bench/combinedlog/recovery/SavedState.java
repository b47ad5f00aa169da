package org.underbase.bench.combinedlog.recovery;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.underbase.testbed.process.Command;

/**
 * Archive of a data directory with its journal, as a killed DataNode left them.
 *
 * @param archive path of the archive
 */
record SavedState(Path archive) {
    private static final Duration LIMIT = Duration.ofMinutes(30);

    /** Directory of the journal in the data directory, by default. */
    private static final String JOURNAL = "combinedlog";

    /**
     * Moves a data directory into an archive. A copy of the directory would look like a second DataNode. The archive is sorted by name,
     * so that a restore places the files on disk in the order of their creation.
     */
    static SavedState move(Path data, Path archive) throws IOException {
        run("tar", "--create", "--sort=name", "--file", archive.toString(), "--directory", data.toString(), ".");
        remove(data);
        return new SavedState(archive);
    }

    /**
     * Restores the data directory. The journal is on disk, as after its last fsync; all other bytes are in the page cache, and on
     * disk as far as the kernel has written them back.
     */
    void restore(Path data) throws IOException {
        Files.createDirectories(data);
        run("tar", "--extract", "--file", archive.toString(), "--directory", data.toString());
        List<String> sync = new ArrayList<>(List.of("sync"));
        try (Stream<Path> files = Files.list(data.resolve(JOURNAL))) {
            files.map(Path::toString).forEach(sync::add);
        }
        run(sync.toArray(String[]::new));
    }

    static void remove(Path data) throws IOException {
        run("rm", "-rf", data.toString());
    }

    private static void run(String... command) throws IOException {
        Command.of(command).limit(LIMIT).run().orThrow();
    }
}
