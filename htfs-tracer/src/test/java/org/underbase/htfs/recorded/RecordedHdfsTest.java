package org.underbase.htfs.recorded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.FileNotFoundException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.AbstractFileSystem;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream.SyncFlag;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.ipc.CallerContext;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.htfs.APITraceDistributedFileSystem;
import org.underbase.htfs.APITraceHdfs;
import org.underbase.htfs.Capture;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.FileIdentity;
import org.underbase.htfs.format.TraceEvent;

/** Events and details of each kind of call on {@code hdfs://}. */
@Tag("cluster")
class RecordedHdfsTest {
    private static MiniDFSCluster cluster;
    private static Configuration conf;
    private static DistributedFileSystem fs;

    @BeforeAll
    static void start(@TempDir java.nio.file.Path directory) throws Exception {
        conf = Capture.configured(new HdfsConfiguration());
        conf.setClass("fs.hdfs.impl", APITraceDistributedFileSystem.class, FileSystem.class);
        conf.setClass("fs.AbstractFileSystem.hdfs.impl", APITraceHdfs.class, AbstractFileSystem.class);
        conf.setInt(DFSConfigKeys.DFS_LIST_LIMIT, 3);
        cluster = new MiniDFSCluster.Builder(conf, directory.toFile())
                .numDataNodes(2)
                .build();
        cluster.waitActive();
        fs = (DistributedFileSystem) FileSystem.newInstance(cluster.getURI(), conf);
    }

    @AfterAll
    static void stop() throws Exception {
        if (fs != null) {
            fs.close();
        }
        if (cluster != null) {
            cluster.shutdown();
        }
    }

    @Test
    void theEventsOfAFilesLife() throws Exception {
        Path file = new Path("/life/file");
        try (FSDataOutputStream out = fs.create(file, true, 4096, (short) 2, 1 << 20)) {
            out.write(new byte[100]);
            out.hflush();
            out.write(new byte[50], 10, 20);
            out.write(7);
            ((HdfsDataOutputStream) out).hsync(EnumSet.of(SyncFlag.UPDATE_LENGTH));
        }
        try (FSDataOutputStream out = fs.append(file)) {
            out.write(new byte[9]);
        }
        fs.rename(file, new Path("/life/moved"));
        fs.delete(new Path("/life/moved"), false);
        fs.create(file).close();

        List<TraceEvent> events = Capture.below("/life");
        assertThat(events)
                .extracting(TraceEvent::call, TraceEvent::offset, TraceEvent::result)
                .startsWith(
                        tuple(Call.CREATE, 0L, 0L),
                        tuple(Call.WRITE, 0L, 100L),
                        tuple(Call.HFLUSH, 100L, 0L),
                        tuple(Call.WRITE, 100L, 20L),
                        tuple(Call.WRITE, 120L, 1L),
                        tuple(Call.HSYNC, 121L, 0L),
                        tuple(Call.CLOSE_OUTPUT, 121L, 0L),
                        tuple(Call.APPEND, 121L, 0L),
                        tuple(Call.WRITE, 121L, 9L),
                        tuple(Call.CLOSE_OUTPUT, 130L, 0L),
                        tuple(Call.RENAME, -1L, 1L),
                        tuple(Call.DELETE, -1L, 1L),
                        tuple(Call.CREATE, 0L, 0L));
        long id = events.get(0).fileId();
        assertThat(events.subList(0, 12)).allMatch(event -> event.fileId() == id);
        assertThat(events.get(12).fileId()).as("another file at the same path").isNotEqualTo(id);
        assertThat(events.get(0).inode()).isPositive();
        assertThat(events.get(0).detail())
                .contains("replication=2 ")
                .contains("blockSize=1048576")
                .contains("permission=")
                .contains("flags=create,overwrite");
        assertThat(events.get(5).detail()).isEqualTo("flags=update_length");
        assertThat(events.get(6).detail()).contains("pipeline=");
        assertThat(events.get(6).streamId()).isEqualTo(events.get(0).streamId());
        assertThat(events.get(7).streamId()).isNotEqualTo(events.get(0).streamId());
        assertThat(events.get(10).otherPath()).isEqualTo("/life/moved");
        assertThat(events.get(11).path()).isEqualTo("/life/moved");
    }

    @Test
    void theBuilderThatHBaseUses() throws Exception {
        Path file = new Path("/builder/file");
        fs.createFile(file)
                .recursive()
                .replicate()
                .favoredNodes(new InetSocketAddress[] {InetSocketAddress.createUnresolved("here", 50010)})
                .build()
                .close();
        assertThatThrownBy(() -> fs.createFile(new Path("/builder/no/parent")).build())
                .isInstanceOf(FileNotFoundException.class);
        fs.appendFile(file).build().close();

        List<TraceEvent> events = Capture.below("/builder");
        assertThat(events)
                .extracting(TraceEvent::call, TraceEvent::exception)
                .containsExactly(
                        tuple(Call.CREATE, ""),
                        tuple(Call.CLOSE_OUTPUT, ""),
                        tuple(Call.CREATE, "java.io.FileNotFoundException"),
                        tuple(Call.APPEND, ""),
                        tuple(Call.CLOSE_OUTPUT, ""));
        assertThat(events.get(0).detail()).contains("favoredNodes=here:50010").contains("should_replicate");
        assertThat(events.get(0).streamId()).isEqualTo(events.get(1).streamId());
    }

    @Test
    void everyWayToRead() throws Exception {
        Path file = new Path("/read/file");
        try (FSDataOutputStream out = fs.create(file)) {
            out.write(new byte[10_000]);
        }
        FSDataInputStream in = fs.openFile(file).build().get(60, TimeUnit.SECONDS);
        assertThat(in.read(new byte[100])).isEqualTo(100);
        in.seek(5000);
        assertThat(in.read()).isZero();
        assertThat(in.read(1000, new byte[300], 10, 200)).isEqualTo(200);
        in.readFully(2000, new byte[500]);
        assertThat(in.read(ByteBuffer.allocate(40))).isEqualTo(40);
        assertThat(in.read(3000, ByteBuffer.allocate(70))).isEqualTo(70);
        List<FileRange> ranges = List.of(FileRange.createFileRange(0, 10), FileRange.createFileRange(8000, 90));
        in.readVectored(ranges, ByteBuffer::allocate);
        in.seek(10_000);
        assertThat(in.read(new byte[5])).isEqualTo(-1);
        in.unbuffer();
        in.close();

        List<TraceEvent> events = new ArrayList<>(Capture.below("/read"));
        events.removeIf(event ->
                event.call() == Call.WRITE || event.call() == Call.CREATE || event.call() == Call.CLOSE_OUTPUT);
        assertThat(events)
                .extracting(TraceEvent::call, TraceEvent::offset, TraceEvent::length, TraceEvent::result)
                .containsExactly(
                        tuple(Call.OPEN, 0L, 10_000L, 0L),
                        tuple(Call.READ, 0L, 100L, 100L),
                        tuple(Call.SEEK, 5000L, -1L, 0L),
                        tuple(Call.READ, 5000L, 1L, 1L),
                        tuple(Call.PREAD, 1000L, 200L, 200L),
                        tuple(Call.READ_FULLY, 2000L, 500L, 500L),
                        tuple(Call.READ_BYTE_BUFFER, 5001L, 40L, 40L),
                        tuple(Call.PREAD_BYTE_BUFFER, 3000L, 70L, 70L),
                        tuple(Call.READ_RANGE, 0L, 10L, 10L),
                        tuple(Call.READ_RANGE, 8000L, 90L, 90L),
                        tuple(Call.READ_VECTORED, -1L, 100L, 2L),
                        tuple(Call.SEEK, 10_000L, -1L, 0L),
                        tuple(Call.READ, 10_000L, 5L, -1L),
                        tuple(Call.UNBUFFER, 10_000L, -1L, 0L),
                        tuple(Call.CLOSE_INPUT, 10_000L, -1L, 0L));
        long group = events.get(10).group();
        assertThat(group).isPositive();
        assertThat(events.subList(8, 11)).allMatch(event -> event.group() == group);
        TraceEvent close = events.get(14);
        assertThat(close.detail())
                .contains("bytes=")
                .contains("local=")
                .contains("remote=")
                .contains("blocks=1")
                .contains("lastDatanode=");
        assertThat(events).allMatch(event -> event.streamId() == close.streamId());
    }

    @Test
    void callsThatThrow() throws Exception {
        Path nothing = new Path("/throws/nothing");
        assertThatThrownBy(() -> fs.open(nothing)).isInstanceOf(FileNotFoundException.class);
        assertThatThrownBy(() -> fs.getFileStatus(nothing)).isInstanceOf(FileNotFoundException.class);
        assertThat(fs.exists(nothing)).isFalse();
        assertThatThrownBy(() -> fs.open(nothing).read()).isInstanceOf(FileNotFoundException.class);
        assertThatThrownBy(() -> fs.openFile(nothing).build().get(60, TimeUnit.SECONDS))
                .hasCauseInstanceOf(FileNotFoundException.class);

        String missing = FileNotFoundException.class.getName();
        assertThat(Capture.below("/throws"))
                .extracting(TraceEvent::call, TraceEvent::exception, TraceEvent::result)
                .containsExactly(
                        tuple(Call.OPEN, missing, -1L),
                        tuple(Call.GET_FILE_STATUS, missing, -1L),
                        tuple(Call.EXISTS, "", 0L),
                        tuple(Call.OPEN, missing, -1L),
                        tuple(Call.OPEN, missing, -1L));
    }

    @Test
    void oneCallWithManyInnerCallsIsOneEvent() throws Exception {
        fs.mkdirs(new Path("/many/a"));
        fs.mkdirs(new Path("/many/b"));
        for (int i = 0; i < 8; i++) {
            assertThat(fs.createNewFile(new Path("/many/a/" + i))).isTrue();
        }
        assertThat(fs.globStatus(new Path("/many/*/*"))).hasSize(8);
        RemoteIterator<?> listing = fs.listStatusIterator(new Path("/many/a"));
        while (listing.hasNext()) {
            listing.next();
        }
        assertThat(fs.listStatus(new Path("/many/a"))).hasSize(8);

        List<TraceEvent> events = Capture.below("/many");
        assertThat(events)
                .extracting(TraceEvent::call)
                .containsSubsequence(
                        Call.MKDIRS,
                        Call.MKDIRS,
                        Call.CREATE_NEW_FILE,
                        Call.GLOB_STATUS,
                        Call.LIST_STATUS_ITERATOR,
                        Call.LIST_PAGE,
                        Call.LIST_PAGE,
                        Call.LIST_STATUS);
        assertThat(events).hasSize(2 + 8 + 1 + 1 + 2 + 1);
        assertThat(events.get(events.size() - 1).result()).isEqualTo(8);
    }

    @Test
    void theUserOfTheCall() throws Exception {
        UserGroupInformation alice = UserGroupInformation.createUserForTesting("alice", new String[] {"users"});
        fs.mkdirs(new Path("/who"));
        fs.setOwner(new Path("/who"), "alice", "users");
        CallerContext.setCurrent(new CallerContext.Builder("job 7").build());
        try {
            alice.doAs((PrivilegedExceptionAction<Void>) () -> {
                try (FileSystem hers = FileSystem.newInstance(cluster.getURI(), conf);
                        FSDataOutputStream out = hers.create(new Path("/who/hers"))) {
                    out.write(1);
                }
                return null;
            });
        } finally {
            CallerContext.setCurrent(null);
        }

        List<TraceEvent> events = Capture.below("/who/hers");
        assertThat(events)
                .extracting(TraceEvent::call, TraceEvent::user)
                .containsExactly(
                        tuple(Call.CREATE, "alice"), tuple(Call.WRITE, "alice"), tuple(Call.CLOSE_OUTPUT, "alice"));
        assertThat(events.get(0).detail()).contains("caller=job%207");
        assertThat(Capture.below("/who").get(0).user())
                .isEqualTo(Capture.tracer().owner());
    }

    @Test
    void anOpenedFileHasItsBlockAndFileSystem() throws Exception {
        Path file = new Path("/identity/file");
        try (FSDataOutputStream out = fs.create(file)) {
            out.write(new byte[100]);
        }
        Path moved = new Path("/identity/moved");
        fs.rename(file, moved);
        try (FSDataInputStream in = fs.open(moved)) {
            in.readFully(new byte[100]);
        }
        ExtendedBlock first = cluster.getNameNodeRpc()
                .getBlockLocations(moved.toString(), 0, 1)
                .get(0)
                .getBlock();

        List<TraceEvent> events = Capture.below("/identity");
        String name = cluster.getURI().getAuthority();
        assertThat(events).allMatch(event -> event.identity().fileSystem().equals(name));
        assertThat(events)
                .allMatch(event -> event.threadId() == Thread.currentThread().getId());
        assertThat(events)
                .filteredOn(event -> event.call() == Call.OPEN || event.call() == Call.READ_FULLY)
                .isNotEmpty()
                .allMatch(event -> event.identity()
                        .equals(new FileIdentity(name, first.getBlockPoolId(), first.getBlockId(), "")));
    }

    @Test
    void inodes() throws Exception {
        Path file = new Path("/inode/file");
        fs.create(file).close();
        HdfsFileStatus status = (HdfsFileStatus) fs.getFileStatus(file);
        fs.open(file).close();

        assertThat(Capture.below("/inode")).isNotEmpty().allMatch(event -> event.inode() == status.getFileId());
    }

    @Test
    void aMoveIntoADirectoryKeepsTheFile() throws Exception {
        fs.mkdirs(new Path("/into/dir"));
        fs.create(new Path("/into/a")).close();
        fs.rename(new Path("/into/a"), new Path("/into/dir"));
        fs.create(new Path("/into/b")).close();
        fs.rename(new Path("/into/b"), new Path("/into/dir"));
        fs.open(new Path("/into/dir/a")).close();
        fs.open(new Path("/into/dir/b")).close();

        List<TraceEvent> events = Capture.below("/into");
        for (String name : List.of("a", "b")) {
            assertThat(events)
                    .filteredOn(event -> event.path().endsWith("/" + name))
                    .extracting(TraceEvent::fileId)
                    .hasSize(5)
                    .containsOnly(events.stream()
                            .filter(event -> event.path().equals("/into/" + name))
                            .findFirst()
                            .orElseThrow()
                            .fileId());
        }
    }

    @Test
    void aListingShowsTheInodesOfKnownFiles() throws Exception {
        Path file = new Path("/listed/file");
        try (FileSystem stock = FileSystem.newInstance(cluster.getURI(), new HdfsConfiguration())) {
            stock.create(file).close();
            stock.create(new Path("/listed/other")).close();
        }
        fs.open(file).close();
        FileStatus[] listed = fs.listStatus(new Path("/listed"));
        fs.open(file).close();

        long inode = ((HdfsFileStatus) listed[0]).getFileId();
        assertThat(Capture.below("/listed/file"))
                .filteredOn(event -> event.call() == Call.OPEN)
                .last()
                .satisfies(event -> assertThat(event.inode()).isEqualTo(inode));
        assertThat(Capture.below("/listed/other")).isEmpty();
    }

    @Test
    void concatRemovesItsSourcesFromTheFileTable() throws Exception {
        for (String name : List.of("target", "one", "two")) {
            try (FSDataOutputStream out = fs.create(new Path("/concat/" + name))) {
                out.write(new byte[10]);
            }
        }
        fs.concat(new Path("/concat/target"), new Path[] {new Path("/concat/one"), new Path("/concat/two")});
        fs.create(new Path("/concat/one"), false).close();

        List<TraceEvent> events = Capture.below("/concat");
        TraceEvent concat = events.stream()
                .filter(event -> event.call() == Call.CONCAT)
                .findFirst()
                .orElseThrow();
        assertThat(concat.otherPath()).isEqualTo("/concat/one");
        assertThat(concat.detail()).isEqualTo("sources=2");
        assertThat(events)
                .filteredOn(event -> event.call() == Call.CONCAT)
                .extracting(TraceEvent::path, TraceEvent::otherPath, TraceEvent::calls)
                .containsExactly(
                        tuple("/concat/target", "/concat/one", 1L), tuple("/concat/target", "/concat/two", 0L));
        assertThat(events.stream()
                        .filter(event -> event.path().equals("/concat/one") && event.call() == Call.CREATE)
                        .map(TraceEvent::fileId)
                        .distinct())
                .hasSize(2);
    }

    @Test
    void deletionsOnExitAreRecorded() throws Exception {
        FileSystem other = FileSystem.newInstance(cluster.getURI(), conf);
        other.create(new Path("/exit/file")).close();
        other.deleteOnExit(new Path("/exit/file"));
        other.close();

        assertThat(Capture.below("/exit"))
                .extracting(TraceEvent::call)
                .containsExactly(Call.CREATE, Call.CLOSE_OUTPUT, Call.DELETE_ON_EXIT, Call.EXISTS, Call.DELETE);
    }

    @Test
    void bytesOfCopiesAreRecorded(@TempDir java.nio.file.Path local) throws Exception {
        java.nio.file.Path here = Files.write(local.resolve("here"), new byte[5000]);
        Path there = new Path("/copy/file");
        Path back = new Path(local.resolve("back").toUri());
        fs.copyFromLocalFile(true, new Path(here.toUri()), there);
        fs.copyToLocalFile(there, back);
        assertThat(fs.startLocalOutput(there, back)).isEqualTo(back);
        fs.completeLocalOutput(there, back);
        fs.moveToLocalFile(there, new Path(local.resolve("moved").toUri()));
        assertThat(local.resolve("moved")).hasSize(5000);
        assertThat(fs.exists(there)).isFalse();

        List<TraceEvent> events = Capture.below("/copy");
        assertThat(bytes(events, Call.WRITE)).as("copied, then moved").isEqualTo(2 * 5000);
        assertThat(bytes(events, Call.READ)).as("copied, then moved").isEqualTo(2 * 5000);
    }

    @Test
    void fileContext() throws Exception {
        FileContext context = FileContext.getFileContext(cluster.getURI(), conf);
        Path file = new Path("/context/file");
        try (FSDataOutputStream out = context.create(
                file, EnumSet.of(CreateFlag.CREATE), org.apache.hadoop.fs.Options.CreateOpts.createParent())) {
            out.write(new byte[30]);
        }
        try (FSDataInputStream in = context.open(file)) {
            assertThat(in.read(new byte[30])).isEqualTo(30);
        }
        context.rename(file, new Path("/context/moved"));
        assertThat(context.util().exists(file)).isFalse();
        context.delete(new Path("/context/moved"), false);

        assertThat(Capture.below("/context"))
                .extracting(TraceEvent::call, TraceEvent::result)
                .containsExactly(
                        tuple(Call.CREATE, 0L),
                        tuple(Call.WRITE, 30L),
                        tuple(Call.CLOSE_OUTPUT, 0L),
                        tuple(Call.OPEN, 0L),
                        tuple(Call.READ, 30L),
                        tuple(Call.CLOSE_INPUT, 0L),
                        tuple(Call.RENAME, 1L),
                        tuple(Call.GET_FILE_STATUS, -1L),
                        tuple(Call.DELETE, 1L));
    }

    @Test
    void nothingIsRecordedWhenOff() throws Exception {
        Capture.tracer().bean().setOn(false);
        try {
            fs.create(new Path("/off/file")).close();
        } finally {
            Capture.tracer().bean().setOn(true);
        }
        fs.open(new Path("/off/file")).close();

        assertThat(Capture.below("/off")).extracting(TraceEvent::call).containsExactly(Call.OPEN, Call.CLOSE_INPUT);
    }

    private static long bytes(List<TraceEvent> events, Call call) {
        return events.stream()
                .filter(event -> event.call() == call && event.result() > 0)
                .mapToLong(TraceEvent::result)
                .sum();
    }
}
