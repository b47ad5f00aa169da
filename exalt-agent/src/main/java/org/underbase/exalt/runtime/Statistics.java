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

/** Tells what was saved, while the program runs and when it ends. Thread-safe. */
final class Statistics implements StatisticsMXBean {
    private final CompressedFiles files;
    private final Traffic disk;
    private final Connections sockets;
    private final Traffic wire;

    /** Either may be null: then nothing counts. */
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
     * Writes them as JSON when the JVM ends in order; to standard error where {@code file} is null.
     *
     * @throws IOException when the file could not be written now
     */
    void writeAtExit(Path file) throws IOException {
        if (file != null) {
            boolean entered = Inside.enter();
            try {
                Files.createDirectories(file.getParent());
                // Not left there: of a JVM that is killed an empty file would be taken for statistics.
                if (Files.exists(file)) {
                    Files.newByteChannel(file, StandardOpenOption.WRITE).close();
                } else {
                    Files.delete(Files.createFile(file));
                }
            } finally {
                if (entered) {
                    Inside.leave();
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
        boolean entered = Inside.enter();
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, json() + "\n");
        } catch (IOException e) {
            // The JVM is ending: nobody is left who could catch it.
            System.err.println("exalt-agent: the statistics cannot be written to " + file + ": " + e);
        } finally {
            if (entered) {
                Inside.leave();
            }
        }
    }

    private String json() {
        Map<String, Long> all = new LinkedHashMap<>();
        all.put("file_bytes_read", getFileBytesRead());
        all.put("file_bytes_read_below", getFileBytesReadBelow());
        all.put("file_bytes_written", getFileBytesWritten());
        all.put("file_bytes_written_below", getFileBytesWrittenBelow());
        all.put("connections_framed", getConnectionsFramed());
        all.put("socket_bytes_read", getSocketBytesRead());
        all.put("socket_bytes_read_below", getSocketBytesReadBelow());
        all.put("socket_bytes_written", getSocketBytesWritten());
        all.put("socket_bytes_written_below", getSocketBytesWrittenBelow());
        return all.entrySet().stream()
                .map(each -> "\"" + each.getKey() + "\":" + each.getValue())
                .collect(Collectors.joining(",", "{", "}"));
    }

    @Override
    public long getFileBytesRead() {
        return disk.read.sum();
    }

    @Override
    public long getFileBytesReadBelow() {
        return disk.readBelow.sum();
    }

    @Override
    public long getFileBytesWritten() {
        return disk.written.sum();
    }

    @Override
    public long getFileBytesWrittenBelow() {
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
    public long getSocketBytesReadBelow() {
        return wire.readBelow.sum();
    }

    @Override
    public long getSocketBytesWritten() {
        return wire.written.sum();
    }

    @Override
    public long getSocketBytesWrittenBelow() {
        return wire.writtenBelow.sum();
    }
}
