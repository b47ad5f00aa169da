package org.underbase.htfs.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.underbase.htfs.format.BlockEncoder;
import org.underbase.htfs.format.BlockHeader;
import org.underbase.htfs.format.Drops;
import org.underbase.htfs.format.EncodedBlock;
import org.underbase.htfs.format.SegmentHeader;

/** Limits of the directory: number, age and free space. */
class HousekeeperTest {
    private static final int SIZE = 20_000;
    private static final long DAY = TimeUnit.DAYS.toMillis(1);

    @TempDir
    Path dir;

    private final Configuration conf = new Configuration(false);
    private final Metrics metrics = new Metrics();
    private final AtomicInteger polls = new AtomicInteger();
    private final DiskOfTheTest disk = new DiskOfTheTest();
    private Housekeeper housekeeper;

    @BeforeEach
    void configure() {
        conf.set(TraceKeys.DIR.name(), dir.toString());
        conf.set(TraceKeys.MIN_FREE.name(), "0");
        conf.set(TraceKeys.CONTROL_INTERVAL.name(), "10ms");
    }

    @AfterEach
    void close() {
        if (housekeeper != null) {
            housekeeper.close();
        }
    }

    @Test
    void theOldestSegmentsBeyondTheNumberAreDeleted() throws Exception {
        conf.set(TraceKeys.MAX_SEGMENTS.name(), "4");
        List<Path> old = segments(10, DAY);
        housekeeper(3);

        housekeeper.pass(100, false);
        assertThat(listed()).hasSize(10);
        housekeeper.pass(100, true);
        assertThat(listed()).containsExactlyElementsOf(old.subList(7, 10));
        assertThat(housekeeper.usage().count()).isEqualTo(3);
        assertThat(housekeeper.usage().bytes()).isEqualTo(3 * SIZE);
        assertThat(metrics.evictedSegments()).isEqualTo(7);
        assertThat(metrics.evictedBytes()).isEqualTo(7 * SIZE);
        assertThat(metrics.evictedEvents()).isZero();
    }

    @Test
    void oldSegmentsAreDeletedUnlessTheActionIsStop() throws Exception {
        List<Path> old = segments(3, 40 * DAY);
        Path younger = segment("other-9-1-000000", 29 * DAY);
        conf.set(TraceKeys.LIMIT_ACTION.name(), "stop");
        housekeeper(100);
        housekeeper.pass(0, false);
        assertThat(listed()).hasSize(4).containsAll(old);

        conf.set(TraceKeys.LIMIT_ACTION.name(), "delete");
        conf.set(TraceKeys.MAX_AGE.name(), "0");
        housekeeper(100);
        housekeeper.pass(0, false);
        assertThat(listed()).hasSize(4);

        conf.unset(TraceKeys.MAX_AGE.name());
        housekeeper(100);
        housekeeper.pass(0, false);
        assertThat(listed()).containsExactly(younger);
    }

    @Test
    void otherFilesAreNeitherCountedNorDeleted() throws Exception {
        conf.set(TraceKeys.MAX_SEGMENTS.name(), "2");
        Files.createDirectory(dir.resolve("other-1-1-000000.ubtrace"));
        Files.createSymbolicLink(dir.resolve("other-2-1-000000.ubtrace"), segment("unrelated", DAY));
        Files.createFile(dir.resolve("control"));
        housekeeper(100);

        housekeeper.pass(0, true);
        assertThat(housekeeper.usage().count()).isZero();
        try (Stream<Path> files = Files.list(dir)) {
            assertThat(files).hasSize(4);
        }
    }

    @Test
    void segmentsOfOtherUsersAreNeitherCountedNorDeleted() throws Exception {
        assumeTrue("root".equals(System.getProperty("user.name")), "only root can give a file away");
        conf.set(TraceKeys.MAX_SEGMENTS.name(), "4");
        conf.set(TraceKeys.MAX_BYTES.name(), Integer.toString(4 * SIZE));
        List<Path> old = segments(2, DAY);
        for (int i = 0; i < 10; i++) {
            Path foreign = segment("foreign-" + i + "-1-000000", 40 * DAY);
            try (FileChannel channel = FileChannel.open(foreign, StandardOpenOption.WRITE)) {
                channel.write(ByteBuffer.allocate(1), 1L << 33);
            }
            Files.setLastModifiedTime(foreign, FileTime.fromMillis(0));
            Files.setAttribute(foreign, "unix:uid", 65534);
        }
        Segments segments = started();

        assertThat(write(segments)).isEqualTo(Segments.Outcome.WRITTEN);
        assertThat(listed()).containsAll(old).hasSize(13);
        assertThat(housekeeper.usage().count()).isEqualTo(3);
        assertThat(housekeeper.usage().bytes()).isBetween(2L * SIZE, 3L * SIZE);
    }

    @Test
    void theDeletionOfAnotherProcessesSegmentsIsLogged() throws Exception {
        conf.set(TraceKeys.MAX_SEGMENTS.name(), "2");
        segments(3, DAY);
        housekeeper(100);
        LogCapturer log = LogCapturer.captureLogs(LoggerFactory.getLogger(Tracer.class));
        try {
            housekeeper.pass(0, true);
        } finally {
            log.stopCapturing();
        }
        assertThat(log.getOutput())
                .contains("Deleted 2 old trace segments in " + dir
                        + " (40000 bytes, 0 events of this process) because of their maximum number"
                        + " (underbase.trace.max.segments)");
    }

    @Test
    void lowDiskSpaceDeletesOldSegmentsAndThenLosesBlocks() throws Exception {
        conf.set(TraceKeys.MIN_FREE.name(), "5%");
        List<Path> old = segments(3, DAY);
        disk.others = 900_000;
        Segments segments = started();

        assertThat(write(segments)).isEqualTo(Segments.Outcome.WRITTEN);
        assertThat(listed()).doesNotContain(old.get(0)).contains(old.get(1), old.get(2));

        disk.others = 990_000;
        Segments.Outcome outcome = write(segments);
        assertThat(outcome).isEqualTo(Segments.Outcome.LOW_SPACE);
        assertThat(outcome.loss()).isEqualTo(Drops.Cause.LOW_SPACE);
        assertThat(listed()).doesNotContainAnyElementsOf(old).hasSize(1);

        disk.others = 0;
        assertThat(write(segments)).isEqualTo(Segments.Outcome.WRITTEN);
    }

    @Test
    void lowDiskSpaceDeletesNothingIfTheActionIsStop() throws Exception {
        conf.set(TraceKeys.MIN_FREE.name(), "100k");
        conf.set(TraceKeys.LIMIT_ACTION.name(), "stop");
        List<Path> old = segments(3, DAY);
        disk.others = 900_000;
        Segments segments = started();

        assertThat(write(segments)).isEqualTo(Segments.Outcome.LOW_SPACE);
        assertThat(listed()).containsExactlyElementsOf(old);
        disk.failing = true;
        assertThat(write(segments)).isEqualTo(Segments.Outcome.WRITTEN);
    }

    @Test
    void aDirectoryFullOfLiveSegmentsIsALimit() throws Exception {
        conf.set(TraceKeys.MAX_SEGMENTS.name(), "2");
        List<Path> live = segments(2, DAY);
        live.forEach(SegmentLock::register);
        try {
            Segments segments = started();
            assertThat(write(segments)).isEqualTo(Segments.Outcome.CAPPED);
            assertThat(listed()).hasSize(2);
        } finally {
            live.forEach(SegmentLock::release);
        }
    }

    @Test
    void segmentsThatAnOperatorMovesAreNoLongerCounted() throws Exception {
        Segments segments = started();
        assertThat(write(segments)).isEqualTo(Segments.Outcome.WRITTEN);
        assertThat(segments.end(LiveSettings.of(conf), Drops.NONE)).isTrue();
        assertThat(write(segments)).isEqualTo(Segments.Outcome.WRITTEN);
        assertThat(housekeeper.usage().count()).isEqualTo(2);

        Path first = listed().get(0);
        long bytes = housekeeper.usage().bytes() - Files.size(first);
        Files.delete(first);
        housekeeper.pass(0, false);
        assertThat(housekeeper.usage().count()).isEqualTo(1);
        assertThat(housekeeper.usage().bytes()).isEqualTo(bytes);
        assertThat(housekeeper.usage().deletedSegments()).isZero();
    }

    @Test
    void aHungListingDoesNotStopTheWriter() throws Exception {
        CountDownLatch hung = new CountDownLatch(1);
        TraceDir hanging = new TraceDir(dir, SegmentHeader.NONE, 100) {
            @Override
            Listing list(Set<String> known) throws IOException {
                try {
                    hung.await();
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
                return super.list(known);
            }
        };
        try {
            Segments segments = started(hanging);
            assertThat(write(segments)).isEqualTo(Segments.Outcome.WRITTEN);
            assertThat(write(segments)).isEqualTo(Segments.Outcome.WRITTEN);
        } finally {
            hung.countDown();
        }
        await().atMost(60, TimeUnit.SECONDS).until(() -> polls.get() > 2);
    }

    @Test
    void aDirectoryThatCannotBeListedDoesNotStopTheWriter() throws Exception {
        Segments segments = started(new TraceDir(dir, SegmentHeader.NONE, 100) {
            @Override
            Listing list(Set<String> known) throws IOException {
                throw new IOException("Permission denied");
            }
        });
        assertThat(write(segments)).isEqualTo(Segments.Outcome.WRITTEN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "100%", "-1%", "%", "NaN%", "-5"})
    void anInvalidMinimumFreeSpaceIsRejected(String free) {
        conf.set(TraceKeys.MIN_FREE.name(), free);
        assertThatThrownBy(() -> DirectoryLimits.of(conf))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("invalid value '" + free + "' of underbase.trace.min.free: must be a size");
    }

    @Test
    void theMinimumFreeSpaceIsAShareOrASize() {
        assertThat(DirectoryLimits.of(new Configuration(false)).minFree(1000)).isEqualTo(50);
        conf.set(TraceKeys.MIN_FREE.name(), "10g");
        assertThat(DirectoryLimits.of(conf).minFree(1000)).isEqualTo(10L << 30);
        conf.set(TraceKeys.MIN_FREE.name(), "0%");
        assertThat(DirectoryLimits.of(conf).keepsFree()).isFalse();
    }

    private Segments started() {
        return started(new TraceDir(dir, SegmentHeader.NONE, 100));
    }

    private Segments started(TraceDir listed) {
        housekeeper(listed);
        housekeeper.start();
        return new Segments(Settings.of(conf), SegmentHeader.NONE, metrics, housekeeper);
    }

    private void housekeeper(int kept) {
        housekeeper(new TraceDir(dir, SegmentHeader.NONE, kept));
    }

    private void housekeeper(TraceDir listed) {
        Housekeeper.Owner owner = new Housekeeper.Owner() {
            @Override
            public LiveSettings live() {
                return LiveSettings.of(conf);
            }

            @Override
            public void failed(Throwable cause) {
                throw new AssertionError(cause);
            }
        };
        housekeeper = new Housekeeper(Settings.of(conf), metrics, owner, polls::incrementAndGet, listed, path -> disk);
    }

    private Segments.Outcome write(Segments segments) throws IOException {
        WallClock now = WallClock.now();
        EncodedBlock block = BlockEncoder.end(BlockHeader.Kind.END_OF_SEGMENT, now.wall(), now.mono(), BlockHeader.ALL);
        return segments.write(block, Drops.NONE, LiveSettings.of(conf));
    }

    /** Creates segments of other processes, the oldest first. */
    private List<Path> segments(int number, long age) {
        return IntStream.range(0, number)
                .mapToObj(i -> segment("other-" + i + "-1-000000", age + (number - i) * 1000L))
                .toList();
    }

    private Path segment(String name, long age) {
        try {
            Path file = Files.write(dir.resolve(name + ".ubtrace"), new byte[SIZE]);
            return Files.setLastModifiedTime(file, FileTime.fromMillis(System.currentTimeMillis() - age));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private List<Path> listed() throws IOException {
        try (Stream<Path> files = Files.list(dir)) {
            return files.filter(file -> file.toString().endsWith(".ubtrace"))
                    .sorted()
                    .toList();
        }
    }

    /** A disk of 1 MB with the segments and other files. */
    private final class DiskOfTheTest extends FileStore {
        private volatile long others;
        private volatile boolean failing;

        @Override
        public long getTotalSpace() {
            return 1_000_000;
        }

        @Override
        public long getUsableSpace() throws IOException {
            if (failing) {
                throw new IOException("Input/output error");
            }
            long used = others;
            for (Path file : listed()) {
                // 0 if the housekeeper deletes it in the meantime.
                used += file.toFile().length();
            }
            return Math.max(0, getTotalSpace() - used);
        }

        @Override
        public long getUnallocatedSpace() throws IOException {
            return getUsableSpace();
        }

        @Override
        public String name() {
            return "test";
        }

        @Override
        public String type() {
            return "test";
        }

        @Override
        public boolean isReadOnly() {
            return false;
        }

        @Override
        public boolean supportsFileAttributeView(Class<? extends java.nio.file.attribute.FileAttributeView> type) {
            return false;
        }

        @Override
        public boolean supportsFileAttributeView(String name) {
            return false;
        }

        @Override
        public <V extends java.nio.file.attribute.FileStoreAttributeView> V getFileStoreAttributeView(Class<V> type) {
            return null;
        }

        @Override
        public Object getAttribute(String attribute) {
            throw new UnsupportedOperationException(attribute);
        }
    }
}
