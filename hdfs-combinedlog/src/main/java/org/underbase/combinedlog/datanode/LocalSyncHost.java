package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Operating system of this process. */
final class LocalSyncHost implements SyncHost {
    private static final Logger LOG = LoggerFactory.getLogger(DataNodeJournal.class);
    private static final Path PROC = Path.of("/proc");

    @Override
    public String kernel() {
        return System.getProperty("os.name") + " " + System.getProperty("os.version");
    }

    @Override
    public String type(Path directory) throws IOException {
        return Files.getFileStore(directory).type();
    }

    @Override
    public long usableBytes(Path directory) throws IOException {
        return Files.getFileStore(directory).getUsableSpace();
    }

    @Override
    public Optional<String> boot() {
        return boot(PROC.resolve("sys/kernel/random/boot_id"));
    }

    /** Some containers mount another file there, whose ID changes with each start of the container. */
    Optional<String> boot(Path file) {
        try {
            if (device(file) == device(PROC)) {
                return Optional.of(Files.readString(file).strip());
            }
            LOG.info("The ID of the system's start is unknown: {} is not of the kernel", file);
        } catch (IOException | RuntimeException e) {
            LOG.info("The ID of the system's start is unknown", e);
        }
        return Optional.empty();
    }

    @Override
    public long device(Path directory) throws IOException {
        return ((Number) Files.getAttribute(directory, "unix:dev")).longValue();
    }

    @Override
    public boolean isExecutable(String command) {
        return Files.isExecutable(Path.of(command));
    }

    @Override
    public Exit run(List<String> command, Runnable waiting) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        // A preloaded library can make syncfs ineffective.
        builder.environment().clear();
        builder.environment().put("LC_ALL", "C");
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            return new Exit(Exit.NOT_STARTED, e.toString());
        }
        try {
            process.getOutputStream().close();
            while (!process.waitFor(1, TimeUnit.SECONDS)) {
                waiting.run();
            }
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Exit(process.exitValue(), output.strip());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while " + String.join(" ", command) + " was running");
        } finally {
            process.destroy();
        }
    }

    @Override
    public void fsync(Path file) throws IOException {
        LocalFile.force(file);
    }
}
