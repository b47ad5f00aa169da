package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Operating system of this process. */
final class LocalSyncHost implements SyncHost {
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
        Process process = builder.start();
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
}
