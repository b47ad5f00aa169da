package org.underbase.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.underbase.testbed.disk.DiskBytes;
import org.underbase.testbed.process.ProcessIdentity;

/** The kernel's account of one process' disk traffic: {@code /proc/PID/io}, see proc(5). */
final class ProcessBytes {
    private ProcessBytes() {}

    /** {@code read_bytes} and {@code write_bytes}; zeros when the process is gone. */
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
