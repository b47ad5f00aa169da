package org.underbase.bench.tiers.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.underbase.testbed.TestCluster;
import org.underbase.testbed.feature.TiersFeature;
import org.underbase.tier.mapreduce.TieredInputFormat;

/** TeraGen and Grep on YARN and tiered HDFS, with one NodeManager and two DataNodes on each of two nodes. */
@Tag("cluster")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MapReduceClusterTest {
    private static final int ROWS = 40_000;
    private static final int ROW_BYTES = 100;
    private static final int BLOCK = 1 << 20;
    /** The 32 digits of a row number; the group is the last digit. */
    private static final String ROW = "\\x11[0-9A-F]{31}([0-9A-F])";

    private static final List<String> TIERED =
            List.of("-Dmapreduce.job.inputformat.class=" + TieredInputFormat.class.getName());

    private TestCluster hdfs;

    @AutoClose
    private FileSystem fs;

    private MapReduceCluster yarn;

    @BeforeAll
    void start() throws IOException {
        hdfs = TestCluster.builder()
                .name("mapreduce")
                .nodes(2)
                .racks("/r1", "/r2")
                .with(new TiersFeature())
                .set("dfs.replication", "2")
                .set("dfs.blocksize", Integer.toString(BLOCK))
                .start();
        fs = FileSystem.newInstance(hdfs.clientConfiguration());
        yarn = MapReduceCluster.start(hdfs, 2);
    }

    @AfterAll
    void stop() throws IOException {
        try {
            if (yarn != null) {
                yarn.close();
            }
        } finally {
            if (hdfs != null) {
                hdfs.close();
            }
        }
    }

    private List<Path> parts(String directory) throws IOException {
        return Arrays.stream(fs.listStatus(new Path(directory)))
                .map(FileStatus::getPath)
                .filter(path -> path.getName().startsWith("part-"))
                .sorted(Comparator.comparing(Path::getName))
                .toList();
    }

    private byte[] read(String directory) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (Path part : parts(directory)) {
            try (FSDataInputStream in = fs.open(part)) {
                in.transferTo(bytes);
            }
        }
        return bytes.toByteArray();
    }

    private List<String> lines(String directory) throws IOException {
        return new String(read(directory), StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void teraGenWritesEveryRowAndGrepFindsThem() throws Exception {
        JobRun generated = yarn.teraGen(List.of(), ROWS, "/tera").first();

        assertThat(generated.maps()).hasSize(2).allSatisfy(map -> {
            assertThat(map.seconds()).isPositive();
            assertThat(map.bytesWritten()).isEqualTo((long) ROWS * ROW_BYTES / 2);
        });
        assertThat(parts("/tera")).hasSize(2);
        byte[] rows = read("/tera");
        List<Long> numbers = new ArrayList<>();
        for (int row = 0; row < rows.length / ROW_BYTES; row++) {
            numbers.add(Long.parseLong(new String(rows, row * ROW_BYTES + 12, 32, StandardCharsets.US_ASCII), 16));
        }
        assertThat(rows).hasSize(ROWS * ROW_BYTES);
        assertThat(numbers)
                .containsExactlyElementsOf(
                        IntStream.range(0, ROWS).mapToObj(Long::valueOf).toList());

        List<String> expected = IntStream.range(0, 16)
                .mapToObj(digit -> ROWS / 16 + "\t" + Integer.toHexString(digit).toUpperCase(Locale.ROOT))
                .toList();
        ToolResult stock = yarn.grep(List.of(), "/tera", "/found", ROW, 1);
        assertThat(lines("/found")).containsExactlyInAnyOrderElementsOf(expected);
        ToolResult tiered = yarn.grep(TIERED, "/tera", "/found-tiered", ROW, 1);
        assertThat(lines("/found-tiered")).containsExactlyInAnyOrderElementsOf(expected);

        for (ToolResult search : List.of(stock, tiered)) {
            assertThat(search.jobs()).extracting(JobRun::name).containsExactly("grep-search", "grep-sort");
            // One task per block of the two files: no task of this job runs inside the ApplicationMaster.
            assertThat(search.first().maps()).hasSize(4);
            assertThat(search.first().counter("TOTAL_LAUNCHED_MAPS")).isEqualTo(4);
            assertThat(search.first().counter("NUM_UBER_SUBMAPS")).isZero();
            assertThat(search.first().counter("HDFS_BYTES_READ")).isGreaterThanOrEqualTo((long) ROWS * ROW_BYTES);
            assertThat(search.seconds())
                    .isGreaterThanOrEqualTo(search.jobs().stream()
                            .mapToDouble(JobRun::longestMap)
                            .sum());
        }
    }

    @Test
    void grepCountsTheMatchesInText() throws Exception {
        try (FSDataOutputStream out = fs.create(new Path("/text/lines"))) {
            for (int line = 0; line < 30_000; line++) {
                out.write(("line " + line % 3 + " of a text, three of three\n").getBytes(StandardCharsets.UTF_8));
            }
        }

        ToolResult search = yarn.grep(List.of(), "/text", "/words", "line ([12])|three", 0);

        assertThat(lines("/words")).containsExactlyInAnyOrder("60000\tthree", "10000\tline 1", "10000\tline 2");
        assertThat(search.first().counter("MAP_INPUT_RECORDS")).isEqualTo(30_000);
    }

    @Test
    void aFailedJobIsReportedWithItsCause() throws Exception {
        try (MapReduceCluster other = MapReduceCluster.start(hdfs, 2)) {
            assertThatThrownBy(() -> other.grep(List.of(), "/missing", "/none", "x", 0))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("Input path does not exist")
                    .hasMessageContaining("/missing");
        }
    }
}
