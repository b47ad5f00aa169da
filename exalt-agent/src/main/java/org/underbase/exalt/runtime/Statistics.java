package org.underbase.exalt.runtime;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import javax.management.JMException;
import javax.management.ObjectName;

/** Statistics of the agent, as an MXBean and as JSON at exit. Thread-safe. */
final class Statistics implements StatisticsMXBean {
    private final CompressedFiles files;
    private final Traffic disk;
    private final Connections sockets;
    private final Traffic wire;

    /** Creates the statistics; without files or sockets their counters stay 0. */
    Statistics(CompressedFiles files, Connections sockets) {
        this.files = files;
        this.sockets = sockets;
        disk = files == null ? new Traffic("files") : files.traffic;
        wire = sockets == null ? new Traffic("sockets") : sockets.traffic;
    }

    void register() throws JMException {
        ManagementFactory.getPlatformMBeanServer().registerMBean(this, new ObjectName(NAME));
    }

    /**
     * Writes the statistics as JSON when the JVM exits cleanly; to standard error if {@code file} is null.
     *
     * @throws IOException if the file is not writable now
     */
    void writeAtExit(Path file) throws IOException {
        if (file != null) {
            boolean entered = ReentrancyGuard.enter();
            try {
                Files.createDirectories(file.getParent());
                // Do not leave an empty file: after kill -9 it would look like statistics.
                if (Files.exists(file)) {
                    Files.newByteChannel(file, StandardOpenOption.WRITE).close();
                } else {
                    Files.delete(Files.createFile(file));
                }
            } finally {
                if (entered) {
                    ReentrancyGuard.leave();
                }
            }
        }
        Runtime.getRuntime().addShutdownHook(new Thread(() -> write(file), "exalt-agent statistics"));
    }

    private void write(Path file) {
        if (file == null) {
            System.err.println("exalt-agent: " + json());
            return;
        }
        boolean entered = ReentrancyGuard.enter();
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, json() + "\n");
        } catch (IOException e) {
            // In a shutdown hook, there is no caller to handle the exception.
            System.err.println("exalt-agent: cannot write statistics to " + file + ": " + e);
        } finally {
            if (entered) {
                ReentrancyGuard.leave();
            }
        }
    }

    private String json() {
        Map<String, Long> all = new LinkedHashMap<>();
        all.put("file_bytes_read", getFileBytesRead());
        all.put("physical_file_bytes_read", getPhysicalFileBytesRead());
        all.put("file_bytes_written", getFileBytesWritten());
        all.put("physical_file_bytes_written", getPhysicalFileBytesWritten());
        all.put("connections_framed", getConnectionsFramed());
        all.put("socket_bytes_read", getSocketBytesRead());
        all.put("physical_socket_bytes_read", getPhysicalSocketBytesRead());
        all.put("socket_bytes_written", getSocketBytesWritten());
        all.put("physical_socket_bytes_written", getPhysicalSocketBytesWritten());
        return all.entrySet().stream()
                .map(each -> "\"" + each.getKey() + "\":" + each.getValue())
                .collect(Collectors.joining(",", "{", "}"));
    }

    @Override
    public long getFileBytesRead() {
        return disk.read.sum();
    }

    @Override
    public long getPhysicalFileBytesRead() {
        return disk.readBelow.sum();
    }

    @Override
    public long getFileBytesWritten() {
        return disk.written.sum();
    }

    @Override
    public long getPhysicalFileBytesWritten() {
        return disk.writtenBelow.sum();
    }

    @Override
    public int getFilesOpen() {
        return files == null ? 0 : files.open();
    }

    @Override
    public long getConnectionsFramed() {
        return sockets == null ? 0 : sockets.framed.sum();
    }

    @Override
    public long getSocketBytesRead() {
        return wire.read.sum();
    }

    @Override
    public long getPhysicalSocketBytesRead() {
        return wire.readBelow.sum();
    }

    @Override
    public long getSocketBytesWritten() {
        return wire.written.sum();
    }

    @Override
    public long getPhysicalSocketBytesWritten() {
        return wire.writtenBelow.sum();
    }
}
