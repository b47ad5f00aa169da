package org.underbase.htfs.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.TraceEvent;
import org.underbase.htfs.format.TraceReader;

/** Events of each format, and files that are malformed. */
class ImportsTest {
    private static final String AUDIT =
            "2026-01-31 12:00:0%d,000 INFO FSNamesystem.audit: allowed=%s\tugi=%s\tip=/10.0.0.1\tcmd=%s\tsrc=%s\tdst=%s"
                    + "\tperm=null\tproto=rpc";
    private static final String TRANSFER =
            "2026-01-31 12:00:00,500 INFO DataNode.clienttrace: src: /%s, dest: /%s, volume:"
                    + " /data/1, bytes: %d, op: %s, cliID: DFSClient_1, offset: %d, srvID: %s, blockid: BP-1-10.0.0.9-5:blk_%d_1001,"
                    + " duration(ns): 500000000";

    @TempDir
    Path dir;

    @Test
    void auditLog() throws Exception {
        List<TraceEvent> events = imported(
                new AuditLog(ZoneOffset.UTC),
                String.format(AUDIT, 0, true, "alice (auth:SIMPLE)", "mkdirs", "/d", "null"),
                String.format(AUDIT, 1, true, "alice (auth:SIMPLE)", "create", "/f", "null"),
                String.format(AUDIT, 2, true, "bob (auth:PROXY) via hue (auth:SIMPLE)", "rename", "/f", "/d"),
                String.format(AUDIT, 3, true, "alice (auth:SIMPLE)", "open", "/d/f", "null") + "\tcallerContext=a b",
                String.format(AUDIT, 4, false, "eve (auth:SIMPLE)", "delete", "/d/f", "null"),
                String.format(
                        AUDIT, 5, true, "a (auth:SIMPLE)", "rename (options=[OVERWRITE])", "/d/f", "/x\\u00E9\\t"),
                String.format(AUDIT, 6, true, "alice (auth:SIMPLE)", "create", "/f", "null"),
                String.format(AUDIT, 7, true, "alice (auth:SIMPLE)", "concat", "[/a, /b]", "/f"),
                String.format(AUDIT, 8, true, "alice (auth:SIMPLE)", "startRollingUpgrade", "null", "null"));

        assertThat(events.stream().map(TraceEvent::call))
                .containsExactly(
                        Call.MKDIRS,
                        Call.CREATE,
                        Call.RENAME,
                        Call.OPEN,
                        Call.DELETE,
                        Call.RENAME,
                        Call.CREATE,
                        Call.CONCAT,
                        Call.CONCAT,
                        Call.UNKNOWN);
        assertThat(events.get(0).startNanos())
                .isEqualTo(Instant.parse("2026-01-31T12:00:00Z").getEpochSecond() * 1_000_000_000L);
        assertThat(events.get(0).label()).isEqualTo("imported=audit");
        assertThat(events.get(0).thread()).isEqualTo("10.0.0.1");
        TraceEvent rename = events.get(2);
        assertThat(rename.user()).isEqualTo("bob");
        assertThat(rename.path()).isEqualTo("/f");
        assertThat(rename.otherPath()).isEqualTo("/d");
        assertThat(rename.result()).isEqualTo(1);
        // The file keeps its identity in the directory and under its next name; the later one of its first name has
        // another.
        assertThat(events.get(3).fileId()).isEqualTo(events.get(1).fileId());
        assertThat(events.get(5).fileId()).isEqualTo(events.get(1).fileId());
        assertThat(events.get(6).fileId()).isNotEqualTo(events.get(1).fileId());
        assertThat(events.get(3).detail()).isEqualTo("proto=rpc caller=a%20b");
        assertThat(events.get(4).exception()).endsWith("AccessControlException");
        assertThat(events.get(5).detail()).isEqualTo("options=overwrite proto=rpc");
        assertThat(events.get(5).otherPath()).isEqualTo("/x\u00e9\t");
        assertThat(events.get(8).detail()).isEqualTo("proto=rpc part=1");
        assertThat(events.get(8).otherPath()).isEqualTo("/b");
        assertThat(events.get(8).path()).isEqualTo("/f");
        assertThat(events.get(9).detail()).isEqualTo("cmd=startRollingUpgrade proto=rpc");
        assertThat(events.get(9).fileId()).isEqualTo(-1);
    }

    @Test
    void auditLinesWithoutACommandOrAPathAreMalformed() throws Exception {
        String good = String.format(AUDIT, 0, true, "u", "open", "/f", "null");
        List<TraceEvent> events = imported(
                new AuditLog(ZoneOffset.UTC),
                good,
                "2026-01-31 12:00:00,000 INFO FSNamesystem.audit: ugi=u\tcmd=open\tsrc=/f\tallowed=true",
                "2026-01-31 12:00:00,000 INFO FSNamesystem.audit: allowed=true",
                String.format(AUDIT, 0, true, "u", "rename", "/f", "null"),
                String.format(AUDIT, 0, true, "u", "rename", "null", "/g"),
                String.format(AUDIT, 0, true, "u", "delete", "null", "null"),
                String.format(AUDIT, 0, "maybe", "u", "open", "/f", "null"),
                good);

        assertThat(result.badLines()).isEqualTo(6);
        assertThat(events.get(0).fileId()).isEqualTo(events.get(1).fileId());
    }

    @Test
    void timesHaveTheZoneOfTheLog() throws Exception {
        String line = String.format(AUDIT, 0, true, "u", "open", "/f", "null");

        long utc = imported(new AuditLog(ZoneOffset.UTC), line).get(0).startNanos();
        assertThat(imported(new AuditLog(ZoneId.of("Asia/Tokyo")), line).get(0).startNanos())
                .isEqualTo(utc - 9 * 3_600_000_000_000L);
    }

    @Test
    void clientTrace() throws Exception {
        List<TraceEvent> events = imported(
                new ClientTrace(ZoneOffset.UTC, 512),
                "2026-01-31 11:59:59,000 INFO hdfs.StateChange: BLOCK* allocate blk_7_1001, replicas=10.0.0.1:9866 for /a b",
                String.format(TRANSFER, "10.0.0.5:1", "10.0.0.1:9866", 1000, "HDFS_WRITE", 0, "dn1", 7),
                String.format(TRANSFER, "10.0.0.5:1", "10.0.0.2:9866", 1000, "HDFS_WRITE", 0, "dn2", 7),
                String.format(TRANSFER, "10.0.0.5:2", "10.0.0.1:9866", 1500, "HDFS_WRITE", 0, "dn1", 7),
                "2026-01-31 12:00:00,600 INFO datanode.DataNode: Receiving BP-1-10.0.0.9-5:blk_7_1001 src: /10.0.0.5:1",
                String.format(TRANSFER, "10.0.0.1:9866", "10.0.0.5:3", 516 + 104, "HDFS_READ", 512, "dn1", 7),
                String.format(TRANSFER, "10.0.0.1:9866", "10.0.0.5:3", 4, "HDFS_READ", 0, "dn1", -8),
                String.format(TRANSFER, "10.0.0.1:9866", "10.0.0.5:3", 3L << 30, "HDFS_WRITE", 0, "dn1", 9)
                        .replace("src: /10.0.0.1:9866, dest: /10.0.0.5:3", "src: /10.0.0.5:3, dest: /10.0.0.1:9866"));

        List<TraceEvent> first =
                events.stream().filter(event -> event.host().equals("10.0.0.1")).toList();
        assertThat(events).hasSize(first.size() + 2);
        assertThat(first.stream().map(event -> event.call() + " " + event.offset() + " " + event.result()))
                .containsExactlyInAnyOrder(
                        "CREATE -1 0",
                        "WRITE 0 1000",
                        "WRITE 1000 500",
                        "READ 512 612",
                        "READ 0 0",
                        "CREATE -1 0",
                        "WRITE 0 1073741824",
                        "WRITE 1073741824 1073741824",
                        "WRITE 2147483648 1073741824");
        assertThat(first).allSatisfy(event -> {
            assertThat(event.startNanos())
                    .isEqualTo(Instant.parse("2026-01-31T12:00:00Z").getEpochSecond() * 1_000_000_000L);
            assertThat(event.path()).isEqualTo(event.fileId() == 7 ? "/a b" : "/BP-1-10.0.0.9-5/blk_" + event.fileId());
            assertThat(event.identity().blockPool()).isEqualTo("BP-1-10.0.0.9-5");
            assertThat(event.identity().firstBlock()).isEqualTo(event.fileId());
            assertThat(event.thread()).isEqualTo("DFSClient_1");
        });
        assertThat(first.stream().filter(event -> event.call() == Call.CREATE).map(TraceEvent::detail))
                .containsOnly("replication=1");
    }

    @Test
    void htfsLog() throws Exception {
        long epoch = 1_370_563_200_000_000_000L;
        List<TraceEvent> events = imported(
                new HtfsLog(epoch),
                "7,1,-5,5,49,-1,null," + text("fs.default.name") + "," + text("hdfs://nn:9000"),
                "7,2,100,10,6,-1,1," + text("hdfs://nn:9000/f") + "," + text("true") + ",4096,3,67108864",
                "7,3,200,50,1,1,null,10,100",
                "7,4,300,50,43,1,null",
                "7,5,400,50,1,1,null,1,5000",
                "7,6,500,50,48,1,null",
                "7,7,600,50,12,-1," + text("true") + "," + text("/f") + "," + text("/g"),
                "7,8,700,50,5,-1,2," + text("hdfs://nn:9000/f") + ",4096",
                "7,9,800,50,1,2,null,1,7",
                "7,10,900,50,4,-1,3," + text("hdfs://nn:9000/f") + ",4096",
                "7,11,1000,50,29,3,null,1000",
                "7,12,1100,50,1,3,null,4,40",
                "7,13,1200,50,38,3,60,60",
                "2013-06-07 00:00:00,123 INFO org.apache.hadoop.metrics.APITrace: 7,14,1300,50,1,3,null,1,4000",
                "7,15,1400,50,32,3,80,64,0,100",
                "7,16,1500,50,33,3,null,128,0,100",
                "7,17,1600,50,34,3,null,128",
                "7,18,1700,50,35,3,-1",
                "7,19,1800,50,22,-1," + text("isdir=false,len=123") + "," + text("/h"),
                "8,1,1900,50,1,3,null,1,4000",
                "7,20,2000,50,99,-1,null",
                "7,21,2000,50,6,-1,5,x");

        assertThat(events.stream().map(event -> event.call() + " " + event.offset() + " " + event.result()))
                .containsExactly(
                        "CREATE 0 0",
                        "WRITE 0 100",
                        "HFLUSH 100 -1",
                        "WRITE 100 5000",
                        "CLOSE_OUTPUT 5100 -1",
                        "RENAME -1 1",
                        "APPEND 5100 0",
                        "WRITE 5100 7",
                        "OPEN 0 0",
                        "SEEK 1000 -1",
                        "READ_SERIES 1000 40",
                        "SKIP 1040 60",
                        "READ 1100 4000",
                        "PREAD 64 80",
                        "READ_FULLY 128 100",
                        "READ_FULLY 128 -1",
                        "READ 5100 -1",
                        "GET_FILE_STATUS -1 -1");
        assertThat(events.get(0).startNanos()).isEqualTo(epoch + 100);
        assertThat(events.get(0).durationNanos()).isEqualTo(10);
        assertThat(events.get(0).detail()).isEqualTo("replication=3 blockSize=67108864");
        assertThat(events.get(0).path()).isEqualTo("/f");
        assertThat(events.get(0).identity().fileSystem()).isEqualTo("nn:9000");
        assertThat(events.get(10).detail()).isEqualTo("count=4 call=read");
        assertThat(events.get(10).calls()).isEqualTo(4);
        assertThat(events.get(13).length()).isEqualTo(100);
        assertThat(events.get(17).detail()).isEqualTo("length=123");
        assertThat(result.otherLines()).isEqualTo(1);
        assertThat(result.badLines()).isEqualTo(2);
        assertThat(result.remarks().values()).containsExactlyInAnyOrder(1L, 1L);
    }

    @Test
    void msrCsv() throws Exception {
        List<TraceEvent> events = imported(
                new MsrCsv(),
                "128166372003061629,hm,1,Read,383496192,32768,413",
                "128166372016382155,hm,1,Write,2822144,4096,1000");

        assertThat(events).hasSize(2);
        TraceEvent read = events.get(0);
        assertThat(read.startNanos()).isEqualTo(1_172_163_600_306_162_900L);
        assertThat(read.durationNanos()).isEqualTo(41_300);
        assertThat(read.call()).isEqualTo(Call.PREAD);
        assertThat(read.offset()).isEqualTo(383_496_192);
        assertThat(read.result()).isEqualTo(32_768);
        assertThat(read.path()).isEqualTo("/hm/1");
        assertThat(read.host()).isEqualTo("hm");
        assertThat(events.get(1).call()).isEqualTo(Call.WRITE);
        assertThat(events.get(1).fileId()).isEqualTo(read.fileId());
    }

    @Test
    void cacheBenchCsv() throws Exception {
        List<TraceEvent> events = imported(
                new CacheBenchCsv(),
                "op_time,block_id,block_id_size,io_size,io_offset,user_name,user_namespace,op_name,op_count,host_name,rs_shard_id",
                "1702511884,d940f3f84d2108dd-dd6d082b16f63610,40,12349,1978999,830,3487,getChunkData.Permanent,2,492,5",
                "1702511884,37e3c9cb12446d54-252ca1db08ee891d,40,8388608,0,270,3487,putChunk.Permanent,1,349,4");

        assertThat(events).hasSize(3);
        assertThat(events.get(0)).isEqualTo(events.get(1));
        assertThat(events.get(0).call()).isEqualTo(Call.PREAD);
        assertThat(events.get(0).startNanos()).isEqualTo(1_702_511_884_000_000_000L);
        assertThat(events.get(0).offset()).isEqualTo(1_978_999);
        assertThat(events.get(0).result()).isEqualTo(12_349);
        assertThat(events.get(0).path()).isEqualTo("/d940f3f84d2108dd-dd6d082b16f63610_5");
        assertThat(events.get(0).user()).isEqualTo("830");
        assertThat(events.get(0).thread()).isEqualTo("492");
        assertThat(events.get(2).call()).isEqualTo(Call.WRITE);
        assertThat(events.get(2).fileId()).isNotEqualTo(events.get(0).fileId());
        assertThat(result.otherLines()).isZero();
    }

    @Test
    void linesOfTheRightLoggerAreMalformedAndOthersOfOtherKinds() throws Exception {
        String good = String.format(TRANSFER, "10.0.0.1:9866", "10.0.0.5:3", 516, "HDFS_READ", 0, "dn1", 7);
        imported(
                new ClientTrace(ZoneOffset.UTC, 512),
                good,
                good.replace("HDFS_READ", "HDFS_WRTE"),
                "2026-01-31 12:00:00,500 INFO org.apache.hadoop.hdfs.server.datanode.DataNode.clienttrace: src: oops",
                "2026-01-31 12:00:00,500 INFO DataNode.clienttrace: src: 127.0.0.1, dest: 127.0.0.1,"
                        + " op: REQUEST_SHORT_CIRCUIT_FDS, blockid: 7, srvID: dn1, success: true",
                "2026-01-31 12:00:00,500 INFO datanode.DataNode: Receiving BP-1-2-3:blk_7_1001 src: /10.0.0.5:1");
        assertThat(result.badLines()).isEqualTo(2);
        assertThat(result.otherLines()).isEqualTo(2);

        imported(
                new HtfsLog(0),
                "7,2,100,10,6,-1,1," + text("/f") + "," + text("true") + ",4096,3,67108864",
                "7,oops",
                "2013-06-07 00:00:00,123 INFO org.apache.hadoop.metrics.APITrace: oops",
                "2013-06-07 00:00:00,123 INFO org.apache.hadoop.fs.FileSystem: oops");
        assertThat(result.badLines()).isEqualTo(2);
        assertThat(result.otherLines()).isEqualTo(1);
    }

    @Test
    void malformedLinesAreCountedAndTheFirstAreListed() throws Exception {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            lines.add("128166372003061629,hm,1,Read,383496192,32768,413");
            lines.add("bad" + i + "\u001b");
        }

        assertThat(imported(new MsrCsv(), lines.toArray(String[]::new))).hasSize(20);
        assertThat(result.lines()).isEqualTo(40);
        assertThat(result.badLines()).isEqualTo(20);
        assertThat(result.firstBadLines()).hasSize(10);
        assertThat(result.firstBadLines().get(1).line()).isEqualTo(4);
        assertThat(result.firstBadLines().get(1).reason()).isEqualTo("the line has 1 fields: expected 7");
    }

    @Test
    void valuesBeyondTheLimitsAreMalformed() throws Exception {
        assertThat(imported(
                        new MsrCsv(),
                        "128166372003061629,hm,1,Read,383496192,32768,413",
                        "128166372003061629,hm,1,Read,1," + (1L << 31) + ",413",
                        Long.MAX_VALUE + ",hm,1,Read,1,1,413",
                        "1,hm,1,Read,1,1," + Long.MAX_VALUE,
                        "1,hm,1,Read," + Long.MAX_VALUE + ",1,1"))
                .hasSize(1);
        assertThat(result.badLines()).isEqualTo(4);
    }

    @Test
    void aTransferOfImpossibleSizeIsMalformed() throws Exception {
        String good = String.format(TRANSFER, "10.0.0.1:9866", "10.0.0.5:3", 516, "HDFS_READ", 0, "dn1", 7);

        assertThat(imported(
                        new ClientTrace(ZoneOffset.UTC, 512),
                        good,
                        good.replace("bytes: 516", "bytes: " + (Long.MAX_VALUE - 1000)),
                        good.replace("HDFS_READ", "HDFS_WRITE").replace("offset: 0", "offset: " + Long.MAX_VALUE / 2)))
                .hasSize(1);
        assertThat(result.badLines()).isEqualTo(2);
    }

    @Test
    void compressedFilesAndOtherLineEndsAreRead() throws Exception {
        Path file = dir.resolve("in.csv");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write("128166372003061629,hm,1,Read,0,1,1\r\n128166372003061629,hm,1,Read,1,1,1"
                    .getBytes(StandardCharsets.UTF_8));
        }

        assertThat(imported(new MsrCsv(), file)).hasSize(2);
        assertThat(result.badLines()).isZero();
    }

    @Test
    void aTruncatedCompressedFileIsAnError() throws Exception {
        Path file = dir.resolve("in.csv");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write("128166372003061629,hm,1,Read,0,1,1\n".getBytes(StandardCharsets.UTF_8));
        }
        Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 30));

        assertThatThrownBy(() -> imported(new MsrCsv(), file)).hasMessageStartingWith("cannot read " + file + ": ");
        assertThat(dir.resolve("out")).doesNotExist();
        assertThat(names(dir)).containsExactly("in.csv");
    }

    @Test
    void aLineOfAnyLengthIsReadWithBoundedMemory() throws Exception {
        Path file = dir.resolve("in.csv");
        try (OutputStream out = Files.newOutputStream(file)) {
            out.write("128166372003061629,hm,1,Read,0,1,1\n".getBytes(StandardCharsets.UTF_8));
            byte[] part = new byte[Lines.MAX_LENGTH];
            Arrays.fill(part, (byte) 'x');
            for (int i = 0; i < 3; i++) {
                out.write(part);
            }
            out.write("\n128166372003061629,hm,1,Read,0,1,1".getBytes(StandardCharsets.UTF_8));
        }

        assertThat(imported(new MsrCsv(), file)).hasSize(2);
        assertThat(result.firstBadLines().get(0).reason()).contains("longer than");
    }

    @Test
    void anyNumberOfProcessesIsWrittenWithFewOpenFiles() throws Exception {
        Files.createDirectory(dir.resolve("out"));
        Processes processes = new Processes(dir.resolve("out"), "imported=test", 3);
        for (int i = 0; i < 200; i++) {
            SourceProcess process = new SourceProcess("p" + i % 10, "host", i % 2);
            processes.add(
                    process,
                    new ImportedEvent(1_000_000L * i, Call.PREAD).on(i, "/f").moving(0, 1));
        }
        processes.finish();

        List<TraceEvent> events = read();
        assertThat(events).hasSize(200);
        assertThat(events.stream().map(event -> event.host() + event.process()).distinct())
                .hasSize(10);
        assertThat(events.stream().mapToLong(TraceEvent::fileId).distinct()).hasSize(200);
        assertThat(processes.segments()).isEqualTo(names(dir.resolve("out")).size());
    }

    @Test
    void pathsAreEvictedWithinTheLimit() {
        PathTable paths = new PathTable(10);
        long kept = paths.file("/kept").id();
        for (int i = 0; i < 100; i++) {
            paths.file("/f" + i);
            assertThat(paths.file("/kept").id()).isEqualTo(kept);
        }
        assertThat(paths.file("/f99").id()).isEqualTo(101);
        assertThat(paths.file("/f0").id()).isEqualTo(102);
    }

    @Test
    void aDirectoryIsRenamedWithItsContents() {
        PathTable paths = new PathTable();
        long file = paths.created("/a/b/c").id();
        paths.created("/x/b/old");
        paths.renamed("/a", "/x", false);
        assertThat(paths.file("/x/a/b/c").id()).isEqualTo(file);
        paths.renamed("/x/a", "/x", true);
        assertThat(paths.file("/x/b/c").id()).isEqualTo(file);
        paths.deleted("/x");
        assertThat(paths.file("/x/b/c").id()).isGreaterThan(file);
    }

    private ImportResult result;

    private List<TraceEvent> imported(SourceFormat format, String... lines) throws IOException {
        Path file = dir.resolve("in.log");
        Files.write(file, List.of(lines));
        return imported(format, file);
    }

    private List<TraceEvent> imported(SourceFormat format, Path file) throws IOException {
        Path out = dir.resolve("out");
        if (Files.exists(out)) {
            for (String name : names(out)) {
                Files.delete(out.resolve(name));
            }
        }
        result = new TraceImport(format, false, (bytes, total, read) -> {}).run(List.of(file), out);
        assertThat(result.written()).isTrue();
        List<TraceEvent> events = read();
        assertThat(result.events()).isEqualTo(events.size());
        return events;
    }

    private List<TraceEvent> read() throws IOException {
        List<TraceEvent> events = new ArrayList<>();
        try (TraceReader reader = TraceReader.open(
                new Configuration(false), List.of(dir.resolve("out").toString()))) {
            while (reader.next()) {
                events.add(reader.event().copy());
            }
            assertThat(reader.report().complete()).isTrue();
        }
        return events;
    }

    private static List<String> names(Path in) throws IOException {
        try (Stream<Path> files = Files.list(in)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static String text(String value) {
        return "#" + Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8));
    }
}
