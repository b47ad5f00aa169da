package org.underbase.parquet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.underbase.analysis.testing.SyntheticHBase;
import org.underbase.analysis.testing.TestEvent;
import org.underbase.analysis.testing.TestProcess;
import org.underbase.htfs.format.SegmentHeader;
import org.underbase.htfs.format.TraceWriter;

/** Trace of a synthetic HBase, and of a process with erasure-coded files and files of a system table. */
final class WrittenTrace {
    private static final int BLOCK = 500;
    private static final long SEGMENT = 1 << 20;

    private WrittenTrace() {}

    /** Writes a trace and returns the number of its events. */
    static long write(Path dir, long seed) throws IOException {
        Files.createDirectories(dir);
        List<TestEvent> events = new ArrayList<>(SyntheticHBase.events(seed, 3, 25));
        events.addAll(special());
        Map<SegmentHeader, List<TestEvent>> processes = new LinkedHashMap<>();
        for (TestEvent event : events) {
            String[] process = event.process().split("@", 2);
            SegmentHeader header =
                    SegmentHeader.of(event.host(), Long.parseLong(process[0]), Long.parseLong(process[1]), "hbase", "");
            processes.computeIfAbsent(header, key -> new ArrayList<>()).add(event);
        }
        for (Map.Entry<SegmentHeader, List<TestEvent>> process : processes.entrySet()) {
            try (TraceWriter writer = new TraceWriter(dir, process.getKey(), BLOCK, SEGMENT)) {
                for (TestEvent event : process.getValue()) {
                    writer.write(event);
                }
            }
        }
        return events.size();
    }

    private static List<TestEvent> special() {
        TestProcess process = new TestProcess("n9", "43@1767225000001");
        long coded = process.in("main").create("/coded", "ecPolicy=RS-6-3-1024k");
        process.write(coded, 13_000_000).closeOutput(coded);
        long again = process.open("/coded");
        process.pread(again, 1_000, 5_000).pass(Duration.ofSeconds(90)).pread(again, 4_000, 9_000);
        process.pass(Duration.ofMinutes(20)).pread(again, 12_000, 10);
        // Two reads of one moment: each order is possible, and the order of the trace counts.
        process.pass(Duration.ofSeconds(3)).pread(again, 100_000, 10).pread(again, 100_005, 20);
        String meta = "/hbase/data/hbase/meta/1588230740/";
        long flushed = process.in("MemStoreFlusher.0").create(meta + ".tmp/info/f", 3);
        process.write(flushed, 7_000).closeOutput(flushed).rename(meta + ".tmp/info/f", meta + "info/f");
        process.in("handler-0").pread(process.open(meta + "info/f"), 0, 700);
        process.in("main").pread(process.open("/before"), 10, 20);
        return process.events();
    }
}
