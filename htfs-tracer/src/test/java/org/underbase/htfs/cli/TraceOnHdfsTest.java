package org.underbase.htfs.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.record.StreamRef;
import org.underbase.htfs.record.ThreadTrace;
import org.underbase.htfs.record.TraceKeys;
import org.underbase.htfs.record.Tracer;
import picocli.CommandLine;

/** The trace commands on traces in HDFS. */
@Tag("cluster")
class TraceOnHdfsTest {
    private static final int EVENTS = 500;

    @TempDir
    Path dir;

    private MiniDFSCluster cluster;
    private FileSystem fs;
    private String traces;
    private String out;

    @BeforeEach
    void start() throws Exception {
        cluster = new MiniDFSCluster.Builder(
                        new HdfsConfiguration(), dir.resolve("dfs").toFile())
                .numDataNodes(1)
                .build();
        cluster.waitActive();
        fs = cluster.getFileSystem();
        traces = cluster.getURI() + "/traces";
        for (int process = 0; process < 2; process++) {
            record(dir.resolve("p" + process));
            fs.copyFromLocalFile(
                    new org.apache.hadoop.fs.Path(dir.resolve("p" + process).toUri()),
                    new org.apache.hadoop.fs.Path(traces + "/p" + process));
        }
    }

    @AfterEach
    void stop() throws Exception {
        if (cluster != null) {
            fs.close();
            cluster.shutdown();
        }
    }

    @Test
    void everyCommandReadsThem() throws Exception {
        assertThat(run("verify", traces)).isZero();
        assertThat(run("stat", "--json", traces)).isZero();
        assertThat(out).contains("\"events\" : " + 2 * EVENTS);
        assertThat(run("cat", traces + "/p*")).isZero();
        assertThat(out.lines()).hasSize(2 * EVENTS);
        assertThat(out.lines().map(line -> line.substring(0, line.indexOf(' '))))
                .isSorted();
        assertThat(run("cat", "--order", "file", "--limit", "7", traces)).isZero();
        assertThat(out.lines()).hasSize(7);
        Path csv = dir.resolve("events.csv");
        assertThat(run("export", "-o", csv.toString(), traces + "/p1")).isZero();
        assertThat(Files.readAllLines(csv)).hasSize(EVENTS + 1);
    }

    private void record(Path local) {
        Configuration conf = new Configuration(false);
        conf.set(TraceKeys.DIR.name(), local.toString());
        conf.set(TraceKeys.BLOCK_EVENTS.name(), "100");
        conf.set(TraceKeys.RING_FULL.name(), "block");
        conf.set(TraceKeys.RING_BLOCK_DEADLINE.name(), "1h");
        conf.set(TraceKeys.TIMESTAMP_PRECISION.name(), "exact");
        try (Tracer tracer = Tracer.start(conf)) {
            StreamRef stream = tracer.stream(tracer.newFile("/f"));
            ThreadTrace here = tracer.here();
            for (int i = 0; i < EVENTS; i++) {
                here.exit(here.enter(), Call.READ, stream, i, 1, 1);
            }
        }
    }

    private int run(String... arguments) {
        StringWriter printed = new StringWriter();
        int exit = new CommandLine(new TraceCommand())
                .setOut(new PrintWriter(printed))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(arguments);
        out = printed.toString();
        return exit;
    }
}
