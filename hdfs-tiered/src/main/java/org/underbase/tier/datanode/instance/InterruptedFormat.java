package org.underbase.tier.datanode.instance;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.function.Consumer;

/**
 * Repair of a data directory whose DataNode was killed during the format of the directory or of a block pool in it. HDFS
 * creates the file {@code VERSION} before it writes its content. A DataNode that finds the file empty neither uses the
 * directory nor formats it again, and exits after it has started to listen.
 */
final class InterruptedFormat {
    private static final String CURRENT = "current";
    private static final String VERSION = "VERSION";

    private InterruptedFormat() {}

    /**
     * Removes each empty {@code VERSION} that is alone in its directory, so that the DataNode formats the directory again.
     *
     * @param directory data directory of a DataNode that does not run
     * @param removed receives each removed file
     */
    static void undo(Path directory, Consumer<Path> removed) throws IOException {
        Path current = directory.resolve(CURRENT);
        if (!Files.isDirectory(current)) {
            return;
        }
        removeLoneVersion(current, removed);
        try (DirectoryStream<Path> pools = Files.newDirectoryStream(current, "BP-*")) {
            for (Path pool : pools) {
                if (Files.isDirectory(pool.resolve(CURRENT))) {
                    removeLoneVersion(pool.resolve(CURRENT), removed);
                }
            }
        }
    }

    private static void removeLoneVersion(Path current, Consumer<Path> removed) throws IOException {
        Path version = current.resolve(VERSION);
        if (Files.isRegularFile(version) && Files.size(version) == 0 && isAlone(current)) {
            Files.delete(version);
            removed.accept(version);
        }
    }

    private static boolean isAlone(Path directory) throws IOException {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            Iterator<Path> each = entries.iterator();
            each.next();
            return !each.hasNext();
        }
    }
}
