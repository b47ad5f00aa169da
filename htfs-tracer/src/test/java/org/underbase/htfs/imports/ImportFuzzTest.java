package org.underbase.htfs.imports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.underbase.htfs.format.TraceReader;

/** Files with changed, missing and repeated bytes: an import never fails otherwise than with a message, and its trace is complete. */
class ImportFuzzTest {
    private static final int INPUTS = 200;
    private static final Map<String, Supplier<SourceFormat>> FORMATS = Map.of(
            "audit", () -> new AuditLog(ZoneOffset.UTC),
            "clienttrace", () -> new ClientTrace(ZoneOffset.UTC, 512),
            "htfs", () -> new HtfsLog(0),
            "msr", MsrCsv::new,
            "cachebench", CacheBenchCsv::new);
    private static final Map<String, List<String>> LINES = Map.of(
            "audit",
            List.of(
                    "2026-01-31 12:00:00,000 INFO FSNamesystem.audit: allowed=true\tugi=u (auth:SIMPLE)\tip=/10.0.0.1\tcmd=create\tsrc=/f\tdst=null\tperm=null\tproto=rpc",
                    "2026-01-31 12:00:00,001 INFO FSNamesystem.audit: allowed=true\tugi=u\tip=/10.0.0.1\tcmd=rename (options=[OVERWRITE])\tsrc=/f\tdst=/g\\u00e9\tperm=null",
                    "2026-01-31 12:00:00,002 INFO FSNamesystem.audit: allowed=false\tugi=u\tip=/10.0.0.1\tcmd=concat\tsrc=[/a, /b]\tdst=/g\tperm=null"),
            "clienttrace",
            List.of(
                    "2026-01-31 12:00:00,500 INFO hdfs.StateChange: BLOCK* allocate blk_7_1001, replicas=10.0.0.1:9866 for /a b",
                    "2026-01-31 12:00:00,500 INFO DataNode.clienttrace: src: /10.0.0.5:1, dest: /10.0.0.1:9866, volume: /data/1, bytes: 1000, op: HDFS_WRITE, cliID: D, offset: 0, srvID: dn1, blockid: BP-1-2-3:blk_7_1001, duration(ns): 500000000",
                    "2026-01-31 12:00:00,500 INFO DataNode.clienttrace: src: /10.0.0.1:9866, dest: /10.0.0.5:1, volume: /data/1, bytes: 516, op: HDFS_READ, cliID: D, offset: 0, srvID: dn1, blockid: BP-1-2-3:blk_7_1001, duration(ns): 500000000"),
            "htfs",
            List.of(
                    "7,2,100,10,6,-1,1,#L2Y=,#dHJ1ZQ==,4096,3,67108864",
                    "7,3,200,50,1,1,null,10,100",
                    "7,6,500,50,48,1,null",
                    "7,10,900,50,4,-1,3,#L2Y=,4096",
                    "7,11,1000,50,29,3,null,1000",
                    "7,12,1100,50,1,3,null,4,40",
                    "7,15,1400,50,32,3,80,64,0,100"),
            "msr",
            List.of(
                    "128166372003061629,hm,1,Read,383496192,32768,413",
                    "128166372016382155,hm,1,Write,2822144,4096,1000"),
            "cachebench",
            List.of(
                    "op_time,block_id,block_id_size,io_size,io_offset,user_name,user_namespace,op_name,op_count,host_name,rs_shard_id",
                    "1702511884,d940f3f84d2108dd-dd6d082b16f63610,40,12349,1978999,830,3487,getChunkData.Permanent,2,492,5",
                    "1702511884,37e3c9cb12446d54-252ca1db08ee891d,40,8388608,0,270,3487,putChunk.Permanent,1,349,4"));

    @TempDir
    Path dir;

    @ParameterizedTest
    @CsvSource({"audit, 1", "clienttrace, 2", "htfs, 3", "msr, 4", "cachebench, 5"})
    void malformedFilesGiveACompleteTraceOrAMessage(String name, long seed) throws Exception {
        int imported = 0;
        int malformed = 0;
        for (int input = 0; input < INPUTS; input++) {
            SplittableRandom random = new SplittableRandom(seed * 1_000_003 + input);
            Path file = dir.resolve("in" + input);
            Files.write(file, mutated(LINES.get(name), random));
            Path out = dir.resolve("out" + input);
            String what = name + ", seed " + seed + ", input " + input;
            try {
                ImportResult result = new TraceImport(FORMATS.get(name).get(), false, (bytes, total, lines) -> {})
                        .run(List.of(file), out);
                assertThat(events(out)).as(what).isEqualTo(result.events());
                imported++;
                malformed += result.badLines() > 0 ? 1 : 0;
            } catch (IOException e) {
                assertThat(e.getMessage()).as(what).startsWith("no " + name + " events in ");
                assertThat(out).as(what).doesNotExist();
            }
        }
        // Without these outcomes the inputs would test too little; all follow from the seed.
        assertThat(imported).isGreaterThan(INPUTS / 4);
        assertThat(malformed).isGreaterThan(INPUTS / 20);
    }

    private static byte[] mutated(List<String> lines, SplittableRandom random) {
        List<String> text = new ArrayList<>(lines);
        for (int i = random.nextInt(6); i > 0; i--) {
            text.add(text.get(random.nextInt(text.size())));
        }
        byte[] bytes = String.join("\n", text).getBytes(StandardCharsets.UTF_8);
        for (int i = random.nextInt(12); i > 0 && bytes.length > 1; i--) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(5)) {
                case 0 -> bytes[at] = (byte) random.nextInt(256);
                case 1 -> bytes[at] = (byte) ('0' + random.nextInt(10));
                case 2 -> bytes[at] = (byte) ",\t\n -=:\\#".charAt(random.nextInt(9));
                case 3 -> bytes = spliced(bytes, at, Math.min(bytes.length, at + 1 + random.nextInt(8)), "");
                default -> bytes = spliced(bytes, at, at, Long.toString(random.nextLong()));
            }
        }
        return bytes;
    }

    private static byte[] spliced(byte[] bytes, int from, int to, String with) {
        byte[] middle = with.getBytes(StandardCharsets.UTF_8);
        byte[] result = new byte[from + middle.length + bytes.length - to];
        System.arraycopy(bytes, 0, result, 0, from);
        System.arraycopy(middle, 0, result, from, middle.length);
        System.arraycopy(bytes, to, result, from + middle.length, bytes.length - to);
        return result;
    }

    private static long events(Path out) throws IOException {
        try (TraceReader reader = TraceReader.open(new Configuration(false), List.of(out.toString()))) {
            long events = 0;
            while (reader.next()) {
                events++;
            }
            assertThat(reader.report().complete()).isTrue();
            return events;
        }
    }
}
