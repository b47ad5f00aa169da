package org.underbase.htfs.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.htfs.format.Activity;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.TraceEvent;
import org.underbase.htfs.format.TraceReader;

/** Activities of the store files of a RegionServer with the layout before HBase 0.96, which follow from its calls. */
class HtfsActivitiesTest {
    private static final String REGION = "/hbase/messages/0123456789abcdef0123456789abcdef";
    private static final int BLOCK = 65_536;
    private static final int TRAILER = 60;

    @TempDir
    private Path dir;

    private final List<String> lines = new ArrayList<>();
    private final Map<Long, Long> positions = new TreeMap<>();
    private long streams;
    private long names = 1_000_000_000_000_000L;
    private ImportResult result;

    @Test
    void aScanOfCompleteFilesIsACompaction() throws IOException {
        String first = flushed(20);
        String second = flushed(10);
        long a = opened(first, 20);
        long b = opened(second, 10);
        // Merged cells appear after the first blocks of both.
        sequential(a, 0, 1);
        sequential(b, 0, 1);
        String tmp = tmp();
        long output = create(tmp);
        sequential(a, 1, 10);
        pread(a, 5 * BLOCK);
        write(output, 12);
        sequential(b, 1, 10);
        // HBase's cache has two blocks of the file.
        sequential(a, 12, 20);
        write(output, 17);
        close(output, 48);
        moved(tmp);

        assertThat(bytes())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "flush w", 30L * BLOCK,
                        "compaction w", 29L * BLOCK,
                        "compaction r", 28L * BLOCK,
                        "read r", BLOCK + 2L * TRAILER));
        assertThat(result.remarks())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "store files written by compactions, derived from scans of complete files", 1L,
                        "store files written by flushes, derived from the absence of such scans", 2L,
                        "scans of complete files by compactions", 2L));
        assertThat(events().stream()
                        .filter(event -> event.call() == Call.RENAME)
                        .map(TraceEvent::activity))
                .containsExactly(Activity.FLUSH, Activity.FLUSH, Activity.COMPACTION);
    }

    @Test
    void readsOfRequestsDuringAFlushRemainReads() throws IOException {
        String file = flushed(20);
        String small = flushed(1);
        long a = opened(file, 20);
        long b = opened(small, 1);
        long output = create(tmp());
        // A scan of a part of the file, a complete but far too small file, and a file of another region.
        sequential(a, 0, 12);
        pread(b, 0);
        sequential(opened("/hbase/messages/ffffffffffffffffffffffffffffffff/Actions/" + ++names, 20), 0, 20);
        write(output, 15);
        close(output, 48);

        assertThat(bytes())
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of("flush w", 36L * BLOCK, "read r", 33L * BLOCK + 3L * TRAILER));
    }

    @Test
    void aFlushDuringACompactionIsAFlush() throws IOException {
        String file = flushed(20);
        long a = opened(file, 20);
        sequential(a, 0, 1);
        long compaction = create(tmp());
        long flush = create(tmp());
        sequential(a, 1, 20);
        write(flush, 5);
        close(flush, 48);
        write(compaction, 18);
        close(compaction, 48);

        assertThat(bytes())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "flush w", 25L * BLOCK,
                        "compaction w", 18L * BLOCK,
                        "compaction r", 20L * BLOCK,
                        "read r", (long) TRAILER));
    }

    @Test
    void anActivityThatTheCallsDoNotShowIsNotAvailable() throws IOException {
        // Neither the size nor a read of the end of this file is in the log.
        long a = ++streams;
        call(4, -1, Long.toString(a), text(REGION + "/Actions/" + ++names), "4096");
        sequential(a, 0, 10);
        long output = create(tmp());
        sequential(a, 10, 20);
        write(output, 20);
        close(output, 48);
        // This file is not complete when the log ends.
        write(create(tmp()), 3);

        assertThat(bytes()).containsExactlyInAnyOrderEntriesOf(Map.of("other w", 23L * BLOCK, "other r", 20L * BLOCK));
        assertThat(result.remarks())
                .containsExactly(Map.entry(
                        "store files or scans whose activity is not available, imported as other activity", 3L));
    }

    @Test
    void aFileInTheCompactionDirectoryIsACompaction() throws IOException {
        long output = create(REGION.replace("messages/", "messages/compaction.dir/") + "/" + ++names);
        write(output, 3);
        close(output, 48);

        assertThat(bytes()).containsExactly(Map.entry("compaction w", 3L * BLOCK));
    }

    @Test
    void aFileThatCannotBeReadTwiceIsRejected() {
        assertThatThrownBy(() -> new TraceImport(new HtfsLog(0), false, (bytes, total, read) -> {})
                        .run(List.of(Path.of("/dev/null")), dir.resolve("out")))
                .hasMessage(
                        "cannot read /dev/null twice, as the format htfs requires: it is not a regular file; write it"
                                + " to one");
    }

    private String tmp() {
        return REGION + "/.tmp/" + ++names;
    }

    private String flushed(int blocks) {
        String tmp = tmp();
        long output = create(tmp);
        write(output, blocks);
        close(output, 48);
        return moved(tmp);
    }

    private String moved(String tmp) {
        String file = tmp.replace(".tmp", "Actions");
        call(12, -1, text("true"), text(tmp), text(file));
        return file;
    }

    private long create(String path) {
        call(6, -1, Long.toString(++streams), text(path), text("true"), "4096", "3", "67108864");
        return streams;
    }

    private void write(long stream, int blocks) {
        for (int i = 0; i < blocks; i++) {
            call(1, stream, "null", "1", Integer.toString(BLOCK));
        }
    }

    /** Opens a store file like HBase: with its size, and with a read of its trailer. */
    private long opened(String path, int blocks) {
        long stream = ++streams;
        long size = (long) blocks * BLOCK;
        call(4, -1, Long.toString(stream), text(path), "4096");
        call(22, -1, text("isdir=false,len=" + size), text(path));
        call(32, stream, Integer.toString(TRAILER), Long.toString(size - TRAILER), "0", Integer.toString(TRAILER));
        return stream;
    }

    private void sequential(long stream, int from, int to) {
        if (positions.getOrDefault(stream, 0L) != (long) from * BLOCK) {
            call(29, stream, "null", Long.toString((long) from * BLOCK));
        }
        for (int i = from; i < to; i++) {
            call(1, stream, "null", "1", Integer.toString(BLOCK));
        }
        positions.put(stream, (long) to * BLOCK);
    }

    private void pread(long stream, long offset) {
        call(32, stream, Integer.toString(BLOCK), Long.toString(offset), "0", Integer.toString(BLOCK));
    }

    private void close(long stream, int call) {
        call(call, stream, "null");
    }

    private void call(int number, long stream, String... values) {
        lines.add("7," + (lines.size() + 1) + "," + 1000 * lines.size() + ",50," + number + "," + stream + ","
                + String.join(",", values));
    }

    /** Returns the bytes read and written by activity. */
    private Map<String, Long> bytes() throws IOException {
        Path file = dir.resolve("in.log");
        Files.write(file, lines);
        result = new TraceImport(new HtfsLog(0), true, (bytes, total, read) -> {})
                .run(List.of(file), dir.resolve("out"));
        Map<String, Long> bytes = new TreeMap<>();
        for (TraceEvent event : events()) {
            if (event.result() > 0 && (event.call().kind() == Call.Kind.READ || event.call() == Call.WRITE)) {
                String key = event.activity().label() + (event.call() == Call.WRITE ? " w" : " r");
                bytes.merge(key, event.result(), Long::sum);
            }
        }
        return bytes;
    }

    private List<TraceEvent> events() throws IOException {
        List<TraceEvent> events = new ArrayList<>();
        try (TraceReader reader = TraceReader.open(
                new Configuration(false), List.of(dir.resolve("out").toString()))) {
            while (reader.next()) {
                events.add(reader.event().copy());
            }
        }
        return events;
    }

    private static String text(String value) {
        return "#" + Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8));
    }
}
