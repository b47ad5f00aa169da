package org.underbase.analysis.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.underbase.htfs.format.SegmentHeader;
import org.underbase.htfs.format.TraceWriter;

/** Trace of events on disk, one process per host. */
public final class TestTrace {
    private TestTrace() {}

    /** Writes the events into a directory, which is created if missing, and returns the directory. */
    public static Path write(Path directory, List<TestEvent> events) throws IOException {
        return write(directory, events, 1, TraceWriter.BLOCK_EVENTS, TraceWriter.SEGMENT_BYTES);
    }

    /** Writes the events of processes with some start into blocks and segments of other sizes. */
    public static Path write(Path directory, List<TestEvent> events, long start, int blockEvents, long segmentBytes)
            throws IOException {
        Files.createDirectories(directory);
        Map<String, List<TestEvent>> hosts = new TreeMap<>();
        for (TestEvent event : events) {
            hosts.computeIfAbsent(event.host(), host -> new ArrayList<>()).add(event);
        }
        for (Map.Entry<String, List<TestEvent>> host : hosts.entrySet()) {
            SegmentHeader header = SegmentHeader.of(host.getKey(), 42, start, "hbase", "server");
            try (TraceWriter writer = new TraceWriter(directory, header, blockEvents, segmentBytes)) {
                for (TestEvent event : host.getValue()) {
                    writer.write(event);
                }
            }
        }
        return directory;
    }

    /** Changes bytes of some blocks of a segment. */
    public static void corrupt(Path segment, long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        byte[] bytes = Files.readAllBytes(segment);
        for (int i = 0; i < 5; i++) {
            bytes[bytes.length / 2 + random.nextInt(bytes.length / 4)] ^= 0x55;
        }
        Files.write(segment, bytes);
    }
}
