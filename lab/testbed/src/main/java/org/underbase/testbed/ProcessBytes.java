package org.underbase.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.underbase.testbed.disk.DiskBytes;
import org.underbase.testbed.process.ProcessIdentity;

/** Kernel counters of a process' disk traffic: {@code /proc/PID/io}, see proc(5). */
final class ProcessBytes {
    private ProcessBytes() {}

    /** Returns {@code read_bytes} and {@code write_bytes}; zeros if the process has exited. */
    static DiskBytes of(ProcessIdentity process) throws IOException {
        try {
            String text = Files.readString(Path.of("/proc/" + process.pid() + "/io"));
            return process.alive()
                    ? new DiskBytes(value(text, "read_bytes: "), value(text, "\nwrite_bytes: "))
                    : DiskBytes.NONE;
        } catch (IOException e) {
            if (process.alive()) {
                throw e;
            }
            return DiskBytes.NONE;
        }
    }

    private static long value(String text, String key) {
        int start = text.indexOf(key) + key.length();
        return Long.parseLong(text.substring(start, text.indexOf('\n', start)));
    }
}
