package org.underbase.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.analysis.report.ResultJson;
import org.underbase.analysis.report.ResultTable;
import org.underbase.htfs.imports.AuditLog;
import org.underbase.htfs.imports.ClientTrace;
import org.underbase.htfs.imports.HtfsLog;
import org.underbase.htfs.imports.MsrCsv;
import org.underbase.htfs.imports.SourceFormat;
import org.underbase.htfs.imports.TraceImport;

/** Numbers of traces that {@code trace import} wrote. */
class ImportedTracesTest {
    private static final String TRANSFER =
            "2026-01-31 12:00:00,500 INFO DataNode.clienttrace: src: /%s, dest: /%s, volume:"
                    + " /data/1, bytes: %d, op: %s, cliID: DFSClient_1, offset: 0, srvID: %s, blockid: BP-1-10.0.0.9-5:blk_7_1001,"
                    + " duration(ns): 1000";

    @TempDir
    Path dir;

    @Test
    void clientTraceHasTheBytesOfTheReplicas() throws Exception {
        JsonNode json = analyzed(
                new ClientTrace(ZoneOffset.UTC, 512),
                String.format(TRANSFER, "10.0.0.5:1", "10.0.0.1:9866", 1000, "HDFS_WRITE", "dn1"),
                String.format(TRANSFER, "10.0.0.1:2", "10.0.0.2:9866", 1000, "HDFS_WRITE", "dn2"),
                String.format(TRANSFER, "10.0.0.2:9866", "10.0.0.5:3", 516, "HDFS_READ", "dn2"));

        assertThat(json.at("/layers/local/written").asLong()).isEqualTo(2000);
        assertThat(json.at("/layers/local/read").asLong()).isEqualTo(512);
        assertThat(json.at("/layers/hdfs/notAvailable").asText()).contains("clienttrace");
        assertThat(json.at("/summary/read/notAvailable").asText()).isNotEmpty();
        assertThat(json.at("/layers/rereplicated/notAvailable").asText()).isNotEmpty();
        assertThat(json.at("/heat/readBytes").asLong()).isEqualTo(512);
    }

    @Test
    void htfsLogHasTheBytesOfTheApplicationsAndTheirFiles() throws Exception {
        JsonNode json = analyzed(
                new HtfsLog(0),
                "7,1,0,10,6,-1,1," + text("/f") + "," + text("true") + ",4096,2,67108864",
                "7,2,200,50,1,1,null,100,4000",
                "7,3,300,50,1,1,null,1,6000",
                "7,4,400,50,48,1,null",
                "7,5,500,50,4,-1,2," + text("/f") + ",4096",
                "7,6,600,50,1,2,null,1,5000",
                "7,7,700,50,1,2,null,3,40",
                "7,8,60000000000,50,14,-1," + text("true") + "," + text("/f") + "," + text("false"));

        assertThat(json.at("/layers/hdfs/written").asLong()).isEqualTo(10_000);
        assertThat(json.at("/layers/hdfs/read").asLong()).isEqualTo(5_040);
        assertThat(json.at("/layers/local/written").asLong()).isEqualTo(20_000);
        // The path is outside HBase's layout, so that the bytes belong to the activity other.
        assertThat(json.at("/layers/core/written").isIntegralNumber()).isTrue();
        assertThat(json.at("/layers/core/written").asLong()).isZero();
        assertThat(json.at("/layers/bySubActivity/notAvailable").asText()).contains("threads");
        assertThat(json.at("/fileSizes/kinds/0/p50").asLong()).isEqualTo(10_000);
        assertThat(json.at("/lifetimes/classes/0/deleted").asLong()).isEqualTo(1);
        assertThat(json.at("/readRuns/all/bytes").asLong()).isEqualTo(5_040);
        assertThat(json.at("/readRuns/all/runs").asLong()).isEqualTo(1);
    }

    @Test
    void disksHaveRunsAndLatencies() throws Exception {
        JsonNode json = analyzed(
                new MsrCsv(),
                "128166372003061629,hm,1,Read,0,4096,413",
                "128166372003062629,hm,1,Read,4096,4096,413",
                "128166372016382155,hm,0,Write,2822144,512,1000");

        assertThat(json.at("/layers/hdfs/read").asLong()).isEqualTo(8192);
        assertThat(json.at("/layers/hdfs/written").asLong()).isEqualTo(512);
        assertThat(json.at("/readRuns/all/runs").asLong()).isEqualTo(1);
        assertThat(json.at("/latencies/0/count").asLong()
                        + json.at("/latencies/1/count").asLong())
                .isEqualTo(3);
        assertThat(json.at("/lifetimes/notAvailable").asText()).contains("msr");
    }

    @Test
    void auditLogHasTheCalls() throws Exception {
        String line =
                "2026-01-31 12:00:00,000 INFO FSNamesystem.audit: allowed=true\tugi=u\tip=/10.0.0.1\tcmd=%s\tsrc=/f"
                        + "\tdst=null\tperm=null";
        AnalysisResult result = result(
                new AuditLog(ZoneOffset.UTC),
                String.format(line, "create"),
                String.format(line, "open"),
                String.format(line, "open"));

        assertThat(ResultTable.render(result, Optional.empty()))
                .containsSubsequence("BY CALL", "open                                             2\n", "create  ");
        JsonNode json = ResultJson.of(result, Optional.empty());
        assertThat(json.at("/summary/calls/0/call").asText()).isEqualTo("open");
        assertThat(json.at("/summary/calls/0/count").asLong()).isEqualTo(2);
        assertThat(json.at("/callsWithoutLatency/notAvailable").asText()).isNotEmpty();
    }

    private JsonNode analyzed(SourceFormat format, String... lines) throws IOException, InterruptedException {
        return ResultJson.of(result(format, lines), Optional.empty());
    }

    private AnalysisResult result(SourceFormat format, String... lines) throws IOException, InterruptedException {
        Path file = Files.write(dir.resolve("in"), List.of(lines));
        Path trace = dir.resolve("trace");
        assertThat(new TraceImport(format, true, (bytes, total, read) -> {})
                        .run(List.of(file), trace)
                        .written())
                .isTrue();
        return Analysis.of(List.of(trace.toString()), new Configuration(false)).run((done, total) -> {});
    }

    private static String text(String value) {
        return "#" + Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8));
    }
}
