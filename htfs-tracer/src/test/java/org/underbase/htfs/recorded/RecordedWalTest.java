package org.underbase.htfs.recorded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.io.asyncfs.AsyncFSOutput;
import org.apache.hadoop.hbase.io.asyncfs.FanOutOneBlockAsyncDFSOutput;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.MultiVersionConcurrencyControl;
import org.apache.hadoop.hbase.regionserver.wal.AsyncProtobufLogWriter;
import org.apache.hadoop.hbase.regionserver.wal.FSHLog;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.apache.hadoop.hbase.wal.AsyncFSWALProvider;
import org.apache.hadoop.hbase.wal.FSHLogProvider;
import org.apache.hadoop.hbase.wal.WAL;
import org.apache.hadoop.hbase.wal.WAL.Entry;
import org.apache.hadoop.hbase.wal.WALEdit;
import org.apache.hadoop.hbase.wal.WALFactory;
import org.apache.hadoop.hbase.wal.WALKeyImpl;
import org.apache.hadoop.hbase.wal.WALProvider.AsyncWriter;
import org.apache.hadoop.hbase.wal.WALProvider.Writer;
import org.apache.hadoop.hbase.wal.WALStreamReader;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hbase.thirdparty.io.netty.channel.EventLoopGroup;
import org.apache.hbase.thirdparty.io.netty.channel.nio.NioEventLoopGroup;
import org.apache.hbase.thirdparty.io.netty.channel.socket.nio.NioSocketChannel;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.htfs.APITraceAsyncLogWriter;
import org.underbase.htfs.APITraceDistributedFileSystem;
import org.underbase.htfs.APITraceFileSystem;
import org.underbase.htfs.Capture;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.TraceEvent;

/** Each byte of a WAL is recorded once, with each of HBase's writers. */
@Tag("cluster")
class RecordedWalTest {
    private static final int ENTRIES = 50;

    private static MiniDFSCluster cluster;
    private static Configuration conf;
    private static FileSystem fs;
    private static EventLoopGroup group;

    @BeforeAll
    static void start(@TempDir java.nio.file.Path directory) throws Exception {
        conf = Capture.configured(HBaseConfiguration.create(new HdfsConfiguration()));
        conf.setClass("fs.hdfs.impl", APITraceDistributedFileSystem.class, FileSystem.class);
        conf.setClass(
                AsyncFSWALProvider.WRITER_IMPL, APITraceAsyncLogWriter.class, AsyncFSWALProvider.AsyncWriter.class);
        cluster = new MiniDFSCluster.Builder(conf, directory.toFile())
                .numDataNodes(3)
                .build();
        cluster.waitActive();
        fs = FileSystem.newInstance(cluster.getURI(), conf);
        fs.mkdirs(new Path("/hbase/WALs/server,1,2"));
        group = new NioEventLoopGroup(1);
    }

    @AfterAll
    static void stop() throws Exception {
        if (group != null) {
            assertThat(group.shutdownGracefully().await(60, TimeUnit.SECONDS)).isTrue();
        }
        if (fs != null) {
            fs.close();
        }
        if (cluster != null) {
            cluster.shutdown();
        }
    }

    @Test
    void theDefaultWriter() throws Exception {
        Path wal = new Path("/hbase/WALs/server,1,2/wal.default");
        AsyncWriter writer = AsyncFSWALProvider.createAsyncWriter(conf, fs, wal, false, group, NioSocketChannel.class);
        assertThat(((APITraceAsyncLogWriter) writer).getOutput()).isInstanceOf(FanOutOneBlockAsyncDFSOutput.class);
        for (int i = 0; i < ENTRIES; i++) {
            writer.append(entry(i));
            if (i % 10 == 9) {
                assertThat(writer.sync(i == 19).get(60, TimeUnit.SECONDS)).isEqualTo(writer.getLength());
            }
        }
        writer.close();

        long length = fs.getFileStatus(wal).getLen();
        List<TraceEvent> events = Capture.below(wal.toString());
        assertThat(count(events, Call.WAL_OPEN)).isEqualTo(1);
        assertThat(count(events, Call.WAL_WRITE)).as("header, entries, trailer").isEqualTo(1 + ENTRIES + 1);
        assertThat(count(events, Call.WAL_SYNC))
                .as("5, and those of header and trailer")
                .isEqualTo(7);
        assertThat(count(events, Call.WAL_CLOSE)).isEqualTo(1);
        assertThat(bytes(events, Call.WAL_WRITE)).isEqualTo(length);
        long at = 0;
        for (TraceEvent event : events) {
            if (event.call() == Call.WAL_WRITE) {
                assertThat(event.offset()).isEqualTo(at);
                at += event.length();
            }
        }
        assertThat(events)
                .filteredOn(event -> event.call() == Call.WAL_SYNC)
                .filteredOn(event -> event.detail().equals("as=hsync"))
                .hasSize(1)
                .allMatch(event -> event.result() > 0 && event.durationNanos() > 0);
        assertThat(events)
                .filteredOn(event -> event.call() == Call.WAL_OPEN)
                .allMatch(event ->
                        event.detail().contains("pipeline=") && event.detail().contains("replication=3"));
        assertThat(read(wal)).isEqualTo(ENTRIES);
    }

    @Test
    void aWalThatCannotBeOpened() throws Exception {
        Path wal = new Path("/hbase/WALs/server,1,2/wal.twice");
        fs.create(wal).close();
        assertThatThrownBy(
                        () -> AsyncFSWALProvider.createAsyncWriter(conf, fs, wal, false, group, NioSocketChannel.class))
                .isInstanceOf(java.io.IOException.class);

        assertThat(Capture.below(wal.toString()))
                .filteredOn(event -> event.call() == Call.WAL_OPEN)
                .singleElement()
                .extracting(TraceEvent::exception)
                .asString()
                .isNotEmpty();
    }

    @Test
    void theWriterOverAStream() throws Exception {
        Path wal = new Path("/hbase/WALs/server,1,2/wal.stream");
        try (Writer writer = FSHLogProvider.createWriter(conf, fs, wal, false)) {
            for (int i = 0; i < ENTRIES; i++) {
                writer.append(entry(i));
            }
            writer.sync(false);
        }

        List<TraceEvent> events = Capture.below(wal.toString());
        assertThat(bytes(events, Call.WRITE)).isEqualTo(fs.getFileStatus(wal).getLen());
        assertThat(count(events, Call.HFLUSH)).isPositive();
        assertThat(count(events, Call.WAL_WRITE)).isZero();
        assertThat(read(wal)).isEqualTo(ENTRIES);
    }

    @Test
    void theWriterOverAStreamWithHsync() throws Exception {
        Path wal = new Path("/hbase/WALs/server,1,2/wal.hsync");
        try (Writer writer = FSHLogProvider.createWriter(conf, fs, wal, false)) {
            for (int i = 0; i < ENTRIES; i++) {
                writer.append(entry(i));
            }
            writer.sync(true);
        }

        List<TraceEvent> events = Capture.below(wal.toString());
        assertThat(count(events, Call.HSYNC)).isEqualTo(1);
        assertThat(bytes(events, Call.WRITE)).isEqualTo(fs.getFileStatus(wal).getLen());
        assertThat(count(events, Call.WAL_WRITE)).isZero();
    }

    /** {@code hbase.wal.provider=filesystem}, which checks its stream for HDFS classes. */
    @Test
    void theFileSystemProvider() throws Exception {
        Configuration own = new Configuration(conf);
        own.set(WALFactory.WAL_PROVIDER, "filesystem");
        own.setBoolean(HRegion.WAL_HSYNC_CONF_KEY, true);
        CommonFSUtils.setRootDir(own, new Path(cluster.getURI() + "/fshlog"));
        CommonFSUtils.setWALRootDir(own, new Path(cluster.getURI() + "/fshlog"));
        RegionInfo region = RegionInfoBuilder.newBuilder(TableName.valueOf("t")).build();
        MultiVersionConcurrencyControl versions = new MultiVersionConcurrencyControl();
        WALFactory wals = new WALFactory(own, "server,5,6");
        Path file;
        try {
            WAL wal = wals.getWAL(region);
            for (int i = 0; i < ENTRIES; i++) {
                WALKeyImpl key = new WALKeyImpl(region.getEncodedNameAsBytes(), region.getTable(), i, versions);
                long transaction = wal.appendData(region, key, entry(i).getEdit());
                versions.complete(key.getWriteEntry());
                wal.sync(transaction, true);
            }
            assertThat(wal).isInstanceOf(FSHLog.class);
            file = ((FSHLog) wal).getCurrentFileName();
        } finally {
            wals.close();
        }

        Path archived = new Path("/fshlog/oldWALs", file.getName());
        List<TraceEvent> events = Capture.below(file.toUri().getPath());
        assertThat(bytes(events, Call.WRITE))
                .isEqualTo(fs.getFileStatus(archived).getLen());
        assertThat(count(events, Call.HSYNC)).isGreaterThanOrEqualTo(ENTRIES);
        assertThat(events).noneMatch(event -> event.call().name().startsWith("WAL_"));
        assertThat(read(archived)).isEqualTo(ENTRIES);
    }

    @Test
    void theOutputEqualsThatOfTheStockWriter() throws Exception {
        Configuration stock = new Configuration(conf);
        stock.setClass("fs.hdfs.impl", DistributedFileSystem.class, FileSystem.class);
        stock.unset(AsyncFSWALProvider.WRITER_IMPL);
        Path wal = new Path("/hbase/WALs/server,1,2/wal.stock");
        Path traced = new Path("/hbase/WALs/server,1,2/wal.traced");
        try (FileSystem plain = FileSystem.newInstance(cluster.getURI(), stock);
                AsyncWriter writer =
                        AsyncFSWALProvider.createAsyncWriter(stock, plain, wal, false, group, NioSocketChannel.class);
                AsyncWriter ours =
                        AsyncFSWALProvider.createAsyncWriter(conf, fs, traced, false, group, NioSocketChannel.class)) {
            AsyncFSOutput expected = ((AsyncProtobufLogWriter) writer).getOutput();
            AsyncFSOutput output = ((AsyncProtobufLogWriter) ours).getOutput();
            assertThat(output).hasSameClassAs(expected);
            assertThat(output.getPipeline()).hasSameSizeAs(expected.getPipeline());
        }
        assertThat(fs.getFileStatus(traced).getLen())
                .isEqualTo(fs.getFileStatus(wal).getLen());
    }

    @Test
    void theDefaultWriterOnAnotherFileSystem(@TempDir java.nio.file.Path directory) throws Exception {
        Configuration local = new Configuration(conf);
        // HBase must accept that the local file system cannot sync.
        local.setBoolean("hbase.unsafe.stream.capability.enforce", false);
        local.setInt("hbase.regionserver.hlog.blocksize", 1 << 20);
        FileSystem traced = new APITraceFileSystem(FileSystem.newInstanceLocal(local), local);
        Path wal = new Path(directory.resolve("wal").toUri());
        AsyncWriter writer =
                AsyncFSWALProvider.createAsyncWriter(local, traced, wal, false, group, NioSocketChannel.class);
        for (int i = 0; i < ENTRIES; i++) {
            writer.append(entry(i));
        }
        writer.sync(false).get(60, TimeUnit.SECONDS);
        writer.close();

        List<TraceEvent> events = Capture.below(wal.toUri().getPath());
        assertThat(bytes(events, Call.WRITE))
                .isEqualTo(traced.getFileStatus(wal).getLen());
        assertThat(count(events, Call.WAL_WRITE)).as("recorded once").isZero();
    }

    private static Entry entry(int i) {
        byte[] row = Bytes.toBytes("row" + i);
        WALEdit edit = new WALEdit();
        edit.add(new KeyValue(row, Bytes.toBytes("f"), Bytes.toBytes("c"), new byte[100 + i]));
        return new Entry(
                new WALKeyImpl(
                        Bytes.toBytes("0123456789abcdef0123456789abcdef"),
                        TableName.valueOf("t"),
                        i,
                        i,
                        HConstants.DEFAULT_CLUSTER_ID),
                edit);
    }

    private static int read(Path wal) throws Exception {
        int entries = 0;
        try (WALStreamReader reader = WALFactory.createStreamReader(fs, wal, conf)) {
            while (reader.next() != null) {
                entries++;
            }
        }
        return entries;
    }

    private static long count(List<TraceEvent> events, Call call) {
        return events.stream().filter(event -> event.call() == call).count();
    }

    private static long bytes(List<TraceEvent> events, Call call) {
        return events.stream()
                .filter(event -> event.call() == call)
                .mapToLong(TraceEvent::result)
                .sum();
    }
}
