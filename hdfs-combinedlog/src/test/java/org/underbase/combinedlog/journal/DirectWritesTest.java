package org.underbase.combinedlog.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Commits that bypass the page cache, and their replacement if the file system rejects them. */
class DirectWritesTest {
    private static final int PAGE = SegmentHeader.PAGE;
    private static final int PAGES = 6;

    @TempDir
    Path directory;

    private final List<String> calls = new ArrayList<>();
    private Path file;

    /** Channel for direct writes; the test needs no support of the file system. */
    private DirectWrites.Opener opener = path -> recorded("direct", path);

    private long blockSize = PAGE;
    private int blockSizeReads;

    @BeforeEach
    void createFile() throws IOException {
        file = Files.write(directory.resolve("file"), new byte[PAGES * PAGE]);
    }

    private FileChannel recorded(String name, Path path) throws IOException {
        FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        return new RecordedChannel(name, channel, calls);
    }

    /** Opener with the current fields of the test. */
    private DirectWrites.Opener current() {
        return new DirectWrites.Opener() {
            @Override
            public FileChannel open(Path path) throws IOException {
                return opener.open(path);
            }

            @Override
            public long blockSize(Path path) throws IOException {
                blockSizeReads++;
                if (blockSize == 0) {
                    throw new IOException("Mount point not found");
                }
                return blockSize;
            }
        };
    }

    private ChannelFile open() throws IOException {
        DirectWrites writes = new DirectWrites("the test", current());
        return new ChannelFile(recorded("cached", file), file, Optional.of(writes));
    }

    private static ByteBuffer pages(int value, int count) {
        ByteBuffer buffer = DirectWrites.buffer(count * PAGE);
        while (buffer.hasRemaining()) {
            buffer.put((byte) value);
        }
        return buffer.flip();
    }

    private void assertPages(int... values) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        for (int i = 0; i < values.length; i++) {
            byte[] page = new byte[PAGE];
            Arrays.fill(page, (byte) values[i]);
            assertThat(Arrays.copyOfRange(bytes, i * PAGE, (i + 1) * PAGE))
                    .as("page " + i)
                    .isEqualTo(page);
        }
    }

    private void assertCalls(String... expected) {
        assertThat(calls).containsExactly(expected);
        calls.clear();
    }

    @Test
    void aCommitIsOneWrite() throws IOException {
        try (ChannelFile opened = open()) {
            assertThat(opened.commit(pages(1, 1), 0)).isTrue();
            assertCalls("direct write 4096 at 0");
            assertThat(opened.commit(pages(2, 2), PAGE)).isTrue();
            assertCalls("direct write 8192 at 4096");
        }
        assertCalls("direct close", "cached close");
        assertPages(1, 2, 2, 0, 0, 0);
    }

    /** A direct write does not cover the header, which is in the page cache. */
    @Test
    void theCommitAfterAWriteFsyncsTheFile() throws IOException {
        try (ChannelFile opened = open()) {
            opened.write(pages(1, 1), 0);
            assertThat(opened.commit(pages(2, 1), PAGE)).isFalse();
            assertCalls("cached write 4096 at 0", "cached write 4096 at 4096", "cached force");
            assertThat(opened.commit(pages(3, 1), 2 * PAGE)).isTrue();
            assertCalls("direct write 4096 at 8192");
        }
        assertPages(1, 2, 3, 0, 0, 0);
    }

    @Test
    void unalignedBytesAreFsynced() throws IOException {
        try (ChannelFile opened = open()) {
            assertThat(opened.commit(ByteBuffer.wrap(new byte[] {1}), PAGE)).isFalse();
            assertCalls("cached write 1 at 4096", "cached force");
            assertThat(opened.commit(pages(2, 1), 512)).isFalse();
            assertCalls("cached write 4096 at 512", "cached force");
        }
    }

    private void assertFsynced() throws IOException {
        try (ChannelFile opened = open()) {
            calls.clear();
            assertThat(opened.commit(pages(1, 2), 0)).isFalse();
            assertThat(calls).endsWith("cached write 8192 at 0", "cached force");
            calls.clear();
            assertThat(opened.commit(pages(2, 1), 2 * PAGE)).isFalse();
            assertCalls("cached write 4096 at 8192", "cached force");
        }
        assertPages(1, 1, 2, 0, 0, 0);
    }

    @Test
    void aFileSystemThatRejectsTheOpenIsFsynced() throws IOException {
        opener = path -> {
            throw new UnsupportedOperationException("Error setting up DirectIO");
        };
        assertFsynced();
        opener = path -> {
            throw new IOException("Invalid argument");
        };
        assertFsynced();
    }

    /** The first write has two pages, and would succeed if it began at a block. */
    @Test
    void aFileSystemWithBlocksLargerThanAPageIsFsynced() throws IOException {
        blockSize = 2 * PAGE;
        assertFsynced();
    }

    @Test
    void anUnknownSizeOfBlocksPermitsDirectWritesAndIsReadOnce() throws IOException {
        blockSize = 0;
        DirectWrites writes = new DirectWrites("the test", current());
        for (int i = 0; i < 2; i++) {
            try (FileChannel channel = writes.open(file).orElseThrow()) {
                assertThat(writes.write(channel, pages(i + 1, 1), (long) i * PAGE))
                        .isTrue();
            }
        }
        assertThat(blockSizeReads).isEqualTo(1);
        assertPages(1, 2, 0, 0, 0, 0);
    }

    private FileChannel failing(Path path, int succeeding, String message) throws IOException {
        return new RecordedChannel("direct", FileChannel.open(path, StandardOpenOption.WRITE), calls) {
            private int left = succeeding;

            @Override
            public int write(ByteBuffer src, long position) throws IOException {
                if (left-- == 0) {
                    throw new IOException(message);
                }
                return super.write(src, position);
            }
        };
    }

    @Test
    void aFileSystemThatRejectsTheFirstWriteIsFsynced() throws IOException {
        opener = path -> failing(path, 0, "Invalid argument");
        assertFsynced();
    }

    @Test
    void aLaterFailureIsOneOfTheDisk() throws IOException {
        opener = path -> failing(path, 1, "Input/output error");
        try (ChannelFile opened = open()) {
            assertThat(opened.commit(pages(1, 1), 0)).isTrue();
            calls.clear();
            assertThatThrownBy(() -> opened.commit(pages(2, 1), PAGE))
                    .isInstanceOf(IOException.class)
                    .hasMessage("Input/output error");
            assertThat(calls).isEmpty();
        }
    }

    /** The process may have no free descriptor. */
    @Test
    void aFileThatCannotBeOpenedIsFsyncedAndTheNextOneIsNot() throws IOException {
        DirectWrites writes = new DirectWrites("the test", current());
        try (ChannelFile first = new ChannelFile(recorded("cached", file), file, Optional.of(writes))) {
            assertThat(first.commit(pages(1, 1), 0)).isTrue();
            opener = path -> {
                throw new IOException("Too many open files");
            };
            try (ChannelFile second = new ChannelFile(recorded("second", file), file, Optional.of(writes))) {
                calls.clear();
                assertThat(second.commit(pages(2, 1), PAGE)).isFalse();
                assertCalls("second write 4096 at 4096", "second force");
            }
            assertThat(first.commit(pages(3, 1), 2 * PAGE)).isTrue();
        }
        assertPages(1, 2, 3, 0, 0, 0);
    }

    /** The rest of a short write begins at a page. */
    @Test
    void aShortWriteIsContinuedAtItsLastPage() throws IOException {
        opener = path -> new RecordedChannel("direct", FileChannel.open(path, StandardOpenOption.WRITE), calls) {
            @Override
            public int write(ByteBuffer src, long position) throws IOException {
                ByteBuffer part = src.duplicate();
                part.limit(part.position() + Math.min(part.remaining(), PAGE + 512));
                int written = super.write(part, position);
                src.position(part.position());
                return written;
            }
        };
        try (ChannelFile opened = open()) {
            // Two pages would end in the middle of the second one.
            assertThat(opened.commit(pages(1, 1), 0)).isTrue();
            calls.clear();
            assertThat(opened.commit(pages(2, 3), PAGE)).isTrue();
            assertCalls("direct write 4608 at 4096", "direct write 4608 at 8192", "direct write 4096 at 12288");
        }
        assertPages(1, 2, 2, 2, 0, 0);
    }

    /** Returns the flags of the open file. */
    private static long flags(Path path) throws IOException {
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            for (Path each : descriptors.toList()) {
                if (Files.isSymbolicLink(each) && Files.readSymbolicLink(each).equals(path)) {
                    return Files.readAllLines(Path.of("/proc/self/fdinfo").resolve(each.getFileName())).stream()
                            .filter(line -> line.startsWith("flags:"))
                            .map(line -> Long.parseLong(line.substring(6).trim(), 8))
                            .findFirst()
                            .orElseThrow();
                }
            }
        }
        throw new IOException(path + " is not open");
    }

    private static boolean supports(Path path) {
        try (FileChannel channel = DirectWrites.DIRECT.open(path)) {
            return channel.write(DirectWrites.buffer(PAGE), 0) == PAGE;
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, architectures = "amd64")
    void channelsBypassThePageCacheAndReturnWhenTheBytesAreOnDisk() throws IOException {
        assumeThat(supports(file)).isTrue();
        long direct = 0_040_000;
        long dataSync = 0_010_000;
        try (FileChannel channel = DirectWrites.DIRECT.open(file)) {
            assertThat(channel.isOpen()).isTrue();
            assertThat(flags(file.toRealPath()) & (direct | dataSync)).isEqualTo(direct | dataSync);
        }
    }

    private static final class NoCheckpoint implements Checkpointer<Integer> {
        @Override
        public void makeDurable(Set<Integer> keys, long sequence, Pace pace) {}

        @Override
        public void forgotten(long sequence) {}
    }

    private static void append(Journal<Integer> journal, int count) throws IOException, JournalFullException {
        for (int i = 0; i < count; i++) {
            journal.sync(journal.append(i, 1, ByteBuffer.allocate(100 * (i + 1))));
        }
    }

    private static long replayed(Path where) throws IOException {
        try (DirectoryDevice device = DirectoryDevice.open(where)) {
            Journal<Integer> journal = Journal.open(device, JournalOptions.defaults());
            long records = journal.replay(record -> {}).records();
            journal.abandon();
            return records;
        }
    }

    /** All commits but the one that contains the header of the segment. */
    @Test
    void aJournalCommitsDirectlyUntilThisIsTurnedOff() throws Exception {
        assumeThat(supports(file)).isTrue();
        JournalOptions options = JournalOptions.defaults().withSegments(3, 16L << 20);
        Path where = directory.resolve("journal");
        Journal<Integer> journal = Journal.open(DirectoryDevice.open(where), options);
        journal.start(new NoCheckpoint(), failure -> {});
        append(journal, 10);
        long direct = journal.statistics().directCommits();
        assertThat(direct).isEqualTo(journal.statistics().commits() - 1).isGreaterThanOrEqualTo(10);
        journal.change(options.withDirectWrites(false));
        append(journal, 10);
        journal.abandon();
        assertThat(journal.statistics().directCommits()).isEqualTo(direct);
        assertThat(replayed(where)).isGreaterThanOrEqualTo(20);
    }

    @Test
    void aJournalWorksWithoutSupportOfTheFileSystem() throws Exception {
        Path where = directory.resolve("journal");
        DirectoryDevice device = DirectoryDevice.open(where, path -> failing(path, 0, "Invalid argument"));
        Journal<Integer> journal =
                Journal.open(device, JournalOptions.defaults().withSegments(3, 16L << 20));
        journal.start(new NoCheckpoint(), failure -> {});
        append(journal, 10);
        assertThat(journal.statistics().directCommits()).isZero();
        journal.abandon();
        assertThat(replayed(where)).isGreaterThanOrEqualTo(10);
    }

    @Test
    void buffersAreAligned() {
        ByteBuffer pages = DirectWrites.buffer(3 * PAGE);
        assertThat(pages.capacity()).isEqualTo(3 * PAGE);
        assertThat(DirectWrites.aligned(pages, PAGE)).isTrue();
        assertThat(DirectWrites.aligned(pages, 512)).isFalse();
        assertThat(DirectWrites.aligned(pages.duplicate().limit(512), 0)).isFalse();
        assertThat(DirectWrites.aligned(pages.duplicate().position(512).limit(512 + PAGE), 0))
                .isFalse();
        assertThat(DirectWrites.aligned(ByteBuffer.allocate(PAGE), 0)).isFalse();
    }
}
