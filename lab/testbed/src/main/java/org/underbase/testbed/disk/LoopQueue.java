package org.underbase.testbed.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Queue of a loop device. A request waits for those before it.
 *
 * @param requestBytes maximum size of a request, in bytes
 * @param requests maximum number of requests
 */
record LoopQueue(int requestBytes, int requests) {
    /** The kernel's queue, which suits disks of 100 MB/s. */
    static final LoopQueue KERNEL = new LoopQueue(1280 << 10, 128);

    LoopQueue {
        if (requestBytes < 4 << 10 || requests < 4) {
            throw new IllegalArgumentException("invalid queue of " + requests + " requests of " + requestBytes
                    + " bytes: must be at least 4 requests of 4 KiB");
        }
    }

    /** Sets the queue of a device; a device keeps it when another file is attached. */
    void apply(String device) throws IOException {
        Path settings = Path.of("/sys/block", Path.of(device).getFileName().toString(), "queue");
        Path depth = settings.resolve("nr_requests");
        // A container may have a read-only /sys, which an unchanged queue does not need.
        if (value(depth) != requests) {
            int kib = Math.min(requestBytes >> 10, value(settings.resolve("max_hw_sectors_kb")));
            Files.writeString(settings.resolve("max_sectors_kb"), Integer.toString(kib));
            Files.writeString(depth, Integer.toString(requests));
        }
    }

    private static int value(Path setting) throws IOException {
        return Integer.parseInt(Files.readString(setting).strip());
    }
}
