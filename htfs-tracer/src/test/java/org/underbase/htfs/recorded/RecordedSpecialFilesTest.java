package org.underbase.htfs.recorded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.crypto.CryptoInputStream;
import org.apache.hadoop.crypto.CryptoOutputStream;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.ReadOption;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.viewfs.ConfigUtil;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.io.ElasticByteBufferPool;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.htfs.APITraceDistributedFileSystem;
import org.underbase.htfs.APITraceFileSystem;
import org.underbase.htfs.Capture;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.TraceEvent;

/** Encrypted, erasure-coded, short-circuit and view files: the bytes of the user are recorded once. */
@Tag("cluster")
class RecordedSpecialFilesTest {
    private static final String CODE = "RS-3-2-1024k";
    private static final byte[] DATA = new byte[3_500_123];

    private static MiniDFSCluster cluster;
    private static Configuration conf;
    private static DistributedFileSystem traced;
    private static DistributedFileSystem stock;

    @BeforeAll
    static void start(@TempDir java.nio.file.Path directory) throws Exception {
        new Random(5).nextBytes(DATA);
        conf = Capture.configured(new HdfsConfiguration());
        conf.setClass("fs.hdfs.impl", APITraceDistributedFileSystem.class, FileSystem.class);
        conf.set(
                CommonConfigurationKeysPublic.HADOOP_SECURITY_KEY_PROVIDER_PATH,
                "jceks://file" + directory.resolve("keys.jks"));
        conf.set(
                DFSConfigKeys.DFS_BLOCK_LOCAL_PATH_ACCESS_USER_KEY,
                UserGroupInformation.getCurrentUser().getShortUserName());
        // RS-3-2 requires five DataNodes.
        cluster = new MiniDFSCluster.Builder(conf, directory.resolve("dfs").toFile())
                .numDataNodes(5)
                .build();
        cluster.waitActive();
        DFSTestUtil.createKey("key", cluster, conf);
        traced = open(conf);
        Configuration plain = new Configuration(conf);
        plain.setClass("fs.hdfs.impl", DistributedFileSystem.class, FileSystem.class);
        stock = open(plain);
        traced.mkdirs(new Path("/zone"));
        traced.createEncryptionZone(new Path("/zone"), "key");
        traced.enableErasureCodingPolicy(CODE);
        traced.mkdirs(new Path("/coded"));
        traced.setErasureCodingPolicy(new Path("/coded"), CODE);
    }

    @AfterAll
    static void stop() throws Exception {
        if (traced != null) {
            traced.close();
        }
        if (stock != null) {
            stock.close();
        }
        if (cluster != null) {
            cluster.shutdown();
        }
    }

    private static DistributedFileSystem open(Configuration of) throws IOException {
        DistributedFileSystem fs = (DistributedFileSystem) FileSystem.newInstance(cluster.getURI(), of);
        // All clients must use the key store that the NameNode has open.
        fs.getClient().setKeyProvider(cluster.getNamesystem().getProvider());
        return fs;
    }

    @Test
    void encrypted() throws Exception {
        Path file = new Path("/zone/file");
        try (FSDataOutputStream out = traced.create(file)) {
            assertThat(out.getWrappedStream()).isInstanceOf(CryptoOutputStream.class);
            out.write(DATA, 0, 1000);
            out.hsync();
            out.write(DATA, 1000, DATA.length - 1000);
        }
        try (FSDataInputStream in = traced.open(file)) {
            assertThat(in.getWrappedStream()).isInstanceOf(CryptoInputStream.class);
            assertRead(in);
        }
        assertThat(read(stock, file)).as("what the stock client decrypts").isEqualTo(DATA);
        assertThat(read(stock, new Path("/.reserved/raw/zone/file")))
                .as("what is on the DataNodes")
                .hasSize(DATA.length)
                .isNotEqualTo(DATA);

        List<TraceEvent> events = Capture.below("/zone/file");
        assertRecordedOnce(events);
        assertThat(events)
                .filteredOn(event -> event.call() == Call.CLOSE_OUTPUT || event.call() == Call.CLOSE_INPUT)
                .hasSize(2)
                .allMatch(event -> event.detail().contains("encrypted=true"));
    }

    @Test
    void erasureCoded() throws Exception {
        Path file = new Path("/coded/file");
        try (FSDataOutputStream out = traced.create(file)) {
            out.write(DATA);
        }
        assertThat(stock.getErasureCodingPolicy(file).getName()).isEqualTo(CODE);
        try (FSDataInputStream in = traced.open(file)) {
            assertRead(in);
        }
        assertThat(read(stock, file)).isEqualTo(DATA);
        List<TraceEvent> events = Capture.below("/coded/file");
        assertRecordedOnce(events);
        assertThat(events)
                .filteredOn(event -> event.call() == Call.CREATE)
                .singleElement()
                .satisfies(event -> assertThat(event.detail()).contains("striped=true"));
        assertThat(events)
                .filteredOn(event -> event.call() == Call.OPEN)
                .singleElement()
                .satisfies(event -> assertThat(event.identity().ecPolicy()).isEqualTo(CODE));
    }

    /** Short-circuit read by the legacy block reader, which needs no native library. */
    @Test
    void shortCircuitRead() throws Exception {
        Path file = new Path("/local/file");
        try (FSDataOutputStream out = traced.create(file, (short) 5)) {
            out.write(DATA);
        }
        Configuration local = new Configuration(conf);
        local.setBoolean(HdfsClientConfigKeys.Read.ShortCircuit.KEY, true);
        local.setBoolean(HdfsClientConfigKeys.DFS_CLIENT_USE_LEGACY_BLOCKREADERLOCAL, true);
        local.set("dfs.client.context", "short-circuit");
        try (FileSystem fs = open(local);
                FSDataInputStream in = fs.open(file)) {
            in.readFully(0, new byte[1000]);
            assertThat(((HdfsDataInputStream) in).getReadStatistics().getTotalShortCircuitBytesRead())
                    .isEqualTo(1000);
            ByteBuffer buffer = in.read(new ElasticByteBufferPool(), 500, EnumSet.of(ReadOption.SKIP_CHECKSUMS));
            assertThat(buffer.remaining()).isEqualTo(500);
            in.releaseBuffer(buffer);
        }

        List<TraceEvent> events = Capture.below("/local/file");
        assertThat(events)
                .filteredOn(event -> event.call() == Call.READ_ZERO_COPY)
                .singleElement()
                .returns(500L, TraceEvent::result);
        assertThat(events)
                .filteredOn(event -> event.call() == Call.CLOSE_INPUT)
                .singleElement()
                .extracting(TraceEvent::detail)
                .asString()
                .contains("shortCircuit=1500");
    }

    @Test
    void throughAView() throws Exception {
        Configuration view = new Configuration(conf);
        ConfigUtil.addLink(view, "/mount", new Path(cluster.getURI().toString(), "/viewed").toUri());
        traced.mkdirs(new Path("/viewed"));
        try (FileSystem fs = FileSystem.newInstance(URI.create("viewfs:///"), view)) {
            writeAndRead(fs, new Path("/mount/below"));
        }
        assertRecordedOnce(Capture.below("/viewed/below"));

        view.setClass("fs.viewfs.impl", APITraceFileSystem.class, FileSystem.class);
        try (FileSystem fs = FileSystem.newInstance(URI.create("viewfs:///"), view)) {
            writeAndRead(fs, new Path("/mount/both"));
        }
        assertRecordedOnce(Capture.events(event -> event.path().endsWith("/both")));
    }

    @Test
    void capabilitiesEqualThoseOfTheStockClient() throws Exception {
        for (String file : List.of("/zone/capable", "/coded/capable", "/plain/capable")) {
            assertThat(capabilities(traced, new Path(file)))
                    .as(file)
                    .isEqualTo(capabilities(stock, new Path(file)))
                    .hasSizeGreaterThan(20);
        }
    }

    private static Map<String, Boolean> capabilities(FileSystem fs, Path file) throws Exception {
        Map<String, Boolean> found = new TreeMap<>();
        try (FSDataOutputStream out = fs.create(file)) {
            for (String each : constants(StreamCapabilities.class)) {
                found.put("out " + each, out.hasCapability(each));
            }
        }
        try (FSDataInputStream in = fs.open(file)) {
            for (String each : constants(StreamCapabilities.class)) {
                found.put("in " + each, in.hasCapability(each));
            }
        }
        for (String each : constants(CommonPathCapabilities.class)) {
            found.put("path " + each, fs.hasPathCapability(file, each));
        }
        return found;
    }

    private static List<String> constants(Class<?> of) throws IllegalAccessException {
        List<String> values = new java.util.ArrayList<>();
        for (java.lang.reflect.Field field : of.getFields()) {
            if (field.getType() == String.class) {
                values.add((String) field.get(null));
            }
        }
        return values;
    }

    private static void writeAndRead(FileSystem fs, Path file) throws IOException {
        try (FSDataOutputStream out = fs.create(file)) {
            out.write(DATA);
        }
        try (FSDataInputStream in = fs.open(file)) {
            assertRead(in);
        }
    }

    /** Reads the file with positioned reads, into a buffer and sequentially. */
    private static void assertRead(FSDataInputStream in) throws IOException {
        byte[] found = new byte[DATA.length];
        int quarter = DATA.length / 4;
        in.readFully(0, found, 0, quarter);
        in.readFully(quarter, found, quarter, quarter);
        in.seek(2L * quarter);
        ByteBuffer buffer = ByteBuffer.wrap(found, 2 * quarter, quarter);
        while (buffer.hasRemaining()) {
            assertThat(in.read(buffer)).isPositive();
        }
        in.readFully(found, 3 * quarter, DATA.length - 3 * quarter);
        assertThat(found).isEqualTo(DATA);
    }

    private static byte[] read(FileSystem fs, Path file) throws IOException {
        try (FSDataInputStream in = fs.open(file)) {
            return in.readAllBytes();
        }
    }

    private static void assertRecordedOnce(List<TraceEvent> events) {
        assertThat(bytes(events, Call.WRITE)).as("written").isEqualTo(DATA.length);
        assertThat(bytes(events, Call.READ) + bytes(events, Call.READ_FULLY) + bytes(events, Call.READ_BYTE_BUFFER))
                .as("read")
                .isEqualTo(DATA.length);
        assertThat(events)
                .as("creations")
                .filteredOn(event -> event.call() == Call.CREATE)
                .hasSize(1);
    }

    private static long bytes(List<TraceEvent> events, Call call) {
        return events.stream()
                .filter(event -> event.call() == call && event.result() > 0)
                .mapToLong(TraceEvent::result)
                .sum();
    }
}
