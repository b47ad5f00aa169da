package org.underbase.htfs.recorded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.viewfs.ConfigUtil;
import org.apache.hadoop.fs.viewfs.ViewFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.htfs.APITraceFileSystem;
import org.underbase.htfs.Capture;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.TraceEvent;

/** The traced filter over other schemes and with other layers: each call and each byte is recorded once. */
class RecordedLayersTest {
    private static final byte[] DATA = new byte[10_000];

    static {
        new Random(3).nextBytes(DATA);
    }

    @TempDir
    Path directory;

    private final Configuration conf = Capture.configured(new Configuration());

    @Test
    void overTheLocalFileSystemWithChecksums() throws Exception {
        conf.setClass("fs.file.impl", APITraceFileSystem.class, FileSystem.class);
        try (FileSystem fs = FileSystem.newInstance(URI.create("file:///"), conf)) {
            assertThat(((FilterFileSystem) fs).getRawFileSystem()).isExactlyInstanceOf(LocalFileSystem.class);
            writtenAndReadOnce(fs, at("checked"));
        }
        assertThat(directory.resolve(".checked.crc"))
                .as("written by the inner class")
                .isNotEmptyFile();
    }

    @Test
    void overTheRawLocalFileSystem() throws Exception {
        conf.setClass("fs.file.impl", APITraceFileSystem.class, FileSystem.class);
        conf.setClass("fs.apitrace.underlyingfs.file.impl", RawLocalFileSystem.class, FileSystem.class);
        try (FileSystem fs = FileSystem.newInstance(URI.create("file:///"), conf)) {
            writtenAndReadOnce(fs, at("raw"));
        }
        assertThat(directory.resolve(".raw.crc")).doesNotExist();
    }

    @Test
    void overItself() throws Exception {
        FileSystem once = new APITraceFileSystem(FileSystem.newInstanceLocal(conf), conf);
        try (FileSystem twice = new APITraceFileSystem(once, conf)) {
            writtenAndReadOnce(twice, at("twice"));
        }
    }

    @Test
    void belowAndAboveAnotherFilter() throws Exception {
        FileSystem inner = new APITraceFileSystem(FileSystem.newInstanceLocal(conf), conf);
        try (FileSystem fs = new APITraceFileSystem(new FilterFileSystem(inner), conf)) {
            writtenAndReadOnce(fs, at("between"));
        }
        try (FileSystem fs = new FilterFileSystem(new APITraceFileSystem(FileSystem.newInstanceLocal(conf), conf))) {
            writtenAndReadOnce(fs, at("below"));
        }
    }

    @Test
    void overAStoreWithAnotherScheme() throws Exception {
        conf.setClass("fs.store.impl", APITraceFileSystem.class, FileSystem.class);
        conf.setClass("fs.apitrace.underlyingfs.store.impl", Store.class, FileSystem.class);
        conf.set("store.root", directory.toString());
        try (FileSystem fs = FileSystem.newInstance(URI.create("store://bucket/"), conf)) {
            assertThat(fs.getUri()).isEqualTo(URI.create("store://bucket"));
            assertThat(fs.getScheme()).isEqualTo("store");
            assertThat(fs.hasPathCapability(path("store://bucket/a"), "store.magic"))
                    .isTrue();
            assertThat(fs.hasPathCapability(path("store://bucket/a"), "store.other"))
                    .isFalse();
            FSDataOutputStream out = fs.create(path("store://bucket/dir/key"));
            out.write(DATA);
            out.close();
            FileStatus status = fs.getFileStatus(path("/dir/key"));
            assertThat(status.getPath()).isEqualTo(path("store://bucket/dir/key"));
            assertThat(status.getLen()).isEqualTo(DATA.length);
            assertThat(fs.listStatus(path("/dir")))
                    .extracting(FileStatus::getPath)
                    .containsExactly(status.getPath());
            long before = Capture.count();
            assertThat(fs.getUsed()).isEqualTo(DATA.length);
            assertThat(Capture.count() - before).as("one event a call").isEqualTo(1);
            assertThatThrownBy(() -> fs.getFileStatus(path("file:///dir/key")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("Wrong FS");
        }
        assertThat(bytes(Capture.below("/dir/key"), Call.WRITE)).isEqualTo(DATA.length);
    }

    @Test
    void overAViewFileSystem() throws Exception {
        conf.setClass("fs.viewfs.impl", APITraceFileSystem.class, FileSystem.class);
        ConfigUtil.addLink(conf, "/data", directory.toUri());
        try (FileSystem fs = FileSystem.newInstance(URI.create("viewfs:///"), conf)) {
            assertThat(((FilterFileSystem) fs).getRawFileSystem()).isExactlyInstanceOf(ViewFileSystem.class);
            writtenAndReadOnce(fs, path("/data/viewed"));
            assertThat(fs.getChildFileSystems()).isNotEmpty();
            assertThat(fs.resolvePath(path("/data")).toUri().getPath()).isEqualTo(directory.toString());
        }
    }

    @Test
    void aMissingInnerClassIsRejected() {
        conf.setClass("fs.store.impl", APITraceFileSystem.class, FileSystem.class);
        assertThatThrownBy(() -> FileSystem.newInstance(URI.create("store://bucket/"), conf))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "no inner file system for store://: Hadoop has no default; set fs.apitrace.underlyingfs.store.impl");
    }

    @Test
    void anInnerClassThatCannotBeCreatedIsRejected() {
        conf.setClass("fs.store.impl", APITraceFileSystem.class, FileSystem.class);
        conf.setClass("fs.apitrace.underlyingfs.store.impl", FileSystem.class, FileSystem.class);
        assertThatThrownBy(() -> FileSystem.newInstance(URI.create("store://bucket/"), conf))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(
                        "cannot create org.apache.hadoop.fs.FileSystem, the inner file system for store://: ");
    }

    @Test
    void exceptionsOfTheInnerFileSystemAreUnchanged() throws Exception {
        try (FileSystem stock = FileSystem.newInstanceLocal(conf);
                FileSystem traced = new APITraceFileSystem(FileSystem.newInstanceLocal(conf), conf)) {
            for (FailingCall call : List.<FailingCall>of(
                    fs -> fs.open(at("nothing")),
                    fs -> fs.open((org.apache.hadoop.fs.Path) null),
                    fs -> fs.getFileStatus(at("nothing")),
                    fs -> fs.listStatus(at("nothing")),
                    fs -> fs.create(path("store://elsewhere/x")),
                    fs -> fs.setQuota(at("x"), 1, 1),
                    fs -> fs.createSnapshot(at("x"), "s"),
                    fs -> fs.getAclStatus(at("x")),
                    fs -> fs.concat(at("x"), new org.apache.hadoop.fs.Path[] {at("y")}),
                    fs -> fs.getPathHandle(new FileStatus()),
                    fs -> fs.createMultipartUploader(at("x")))) {
                assertThat(failure(call, traced)).isEqualTo(failure(call, stock));
            }
        }
    }

    /** A call that fails. */
    private interface FailingCall {
        void on(FileSystem fs) throws IOException;
    }

    private static String failure(FailingCall call, FileSystem fs) {
        try {
            call.on(fs);
        } catch (IOException | RuntimeException e) {
            return e.toString();
        }
        return "no exception";
    }

    private static void writtenAndReadOnce(FileSystem fs, org.apache.hadoop.fs.Path file) throws Exception {
        long before = Capture.count();
        FSDataOutputStream out = fs.create(file);
        out.write(DATA, 0, 6000);
        out.write(DATA, 6000, 4000);
        out.close();
        byte[] read = new byte[DATA.length];
        FSDataInputStream in = fs.open(file);
        in.readFully(0, read, 0, 3000);
        in.seek(3000);
        assertThat(in.read(read, 3000, 1)).isEqualTo(1);
        in.readFully(3001, read, 3001, 6999);
        in.close();
        assertThat(read).isEqualTo(DATA);
        assertThat(Capture.count() - before).as("one event a call").isEqualTo(10);

        List<TraceEvent> events = Capture.events(event -> event.path().endsWith("/" + file.getName()));
        assertThat(bytes(events, Call.WRITE)).isEqualTo(DATA.length);
        assertThat(bytes(events, Call.READ) + bytes(events, Call.READ_FULLY)).isEqualTo(DATA.length);
    }

    private static long bytes(List<TraceEvent> events, Call call) {
        return events.stream()
                .filter(event -> event.call() == call)
                .mapToLong(TraceEvent::result)
                .sum();
    }

    private org.apache.hadoop.fs.Path at(String name) {
        return path(directory.resolve(name).toUri().toString());
    }

    private static org.apache.hadoop.fs.Path path(String path) {
        return new org.apache.hadoop.fs.Path(path);
    }

    /** An object store in a directory, with a special scheme, authority and capability. */
    public static final class Store extends RawLocalFileSystem {
        private URI uri;
        private File root;

        @Override
        public void initialize(URI name, Configuration conf) throws IOException {
            uri = URI.create("store://" + name.getAuthority());
            super.initialize(name, conf);
            root = new File(conf.get("store.root"));
        }

        /** The constructor of the superclass calls it, too. */
        @Override
        public URI getUri() {
            return uri == null ? URI.create("store://none") : uri;
        }

        @Override
        public String getScheme() {
            return "store";
        }

        @Override
        public File pathToFile(org.apache.hadoop.fs.Path path) {
            checkPath(path);
            return new File(root, path.toUri().getPath());
        }

        @Override
        public FileStatus getFileStatus(org.apache.hadoop.fs.Path path) throws IOException {
            File file = pathToFile(path);
            if (!file.exists()) {
                throw new java.io.FileNotFoundException(path.toString());
            }
            return new FileStatus(Files.size(file.toPath()), file.isDirectory(), 1, 1 << 20, 0, makeQualified(path));
        }

        @Override
        public boolean hasPathCapability(org.apache.hadoop.fs.Path path, String capability) throws IOException {
            return capability.equals("store.magic") || super.hasPathCapability(path, capability);
        }
    }

    @Test
    void readsIntoBuffers() throws Exception {
        try (FileSystem fs = new APITraceFileSystem(new RawLocal(conf), conf)) {
            FSDataOutputStream out = fs.create(at("buffered"));
            out.write(DATA);
            out.close();
            try (FSDataInputStream in = fs.open(at("buffered"))) {
                ByteBuffer buffer = ByteBuffer.allocate(100);
                assertThat(in.hasCapability("in:readbytebuffer")).isFalse();
                assertThatThrownBy(() -> in.read(buffer)).isInstanceOf(UnsupportedOperationException.class);
            }
        }
    }

    private static final class RawLocal extends RawLocalFileSystem {
        RawLocal(Configuration conf) throws IOException {
            initialize(URI.create("file:///"), conf);
        }
    }
}
