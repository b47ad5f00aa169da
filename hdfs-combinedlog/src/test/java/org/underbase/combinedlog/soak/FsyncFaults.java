package org.underbase.combinedlog.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Injected failures of fsyncs, as files that the soak and the DataNode share. They outlive crashes of the DataNode.
 *
 * @param directory directory of the files
 */
record FsyncFaults(Path directory) {
    /** Key of a DataNode: the directory. */
    static final String KEY = "underbase.soak.combinedlog.fsync.faults";

    /** Message of a failed fsync. */
    static final String FAILURE = "Input/output error (injected)";

    private static final String ARMED = "armed-";
    private static final String FAILED = "failed-";
    private static final String LOST = "lost-";

    static FsyncFaults create(Path directory) throws IOException {
        return new FsyncFaults(Files.createDirectories(directory));
    }

    private Path file(String prefix, String block) {
        return directory.resolve(prefix + block);
    }

    /** Makes the next fsync of a block file fail once, if none has succeeded. */
    void arm(String block) throws IOException {
        Files.createFile(file(ARMED, block));
    }

    boolean isArmed(String block) {
        return Files.exists(file(ARMED, block));
    }

    /** Records a failed fsync: a power failure loses the bytes of the block file until they are written again. */
    void failed(String block) throws IOException {
        Files.createFile(file(LOST, block));
        Files.createFile(file(FAILED, block));
        Files.deleteIfExists(file(ARMED, block));
    }

    boolean isLost(String block) {
        return Files.exists(file(LOST, block));
    }

    /** Records an fsync after the bytes were written again. */
    void repaired(String block) throws IOException {
        Files.deleteIfExists(file(LOST, block));
    }

    /** Returns the names of the block files whose bytes a power failure loses. */
    List<String> lost() throws IOException {
        return blocks(LOST);
    }

    /** Returns the number of failed fsyncs since the last {@link #reset}. */
    int failures() throws IOException {
        return blocks(FAILED).size();
    }

    private List<String> blocks(String prefix) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith(prefix))
                    .map(name -> name.substring(prefix.length()))
                    .toList();
        }
    }

    /** Lets all later fsyncs succeed. */
    void disarm() throws IOException {
        delete(ARMED);
    }

    /** Removes all faults. */
    void reset() throws IOException {
        delete("");
    }

    private void delete(String prefix) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(each -> each.getFileName().toString().startsWith(prefix))
                    .toList()) {
                // The DataNode may repair a block concurrently.
                Files.deleteIfExists(file);
            }
        }
    }
}
