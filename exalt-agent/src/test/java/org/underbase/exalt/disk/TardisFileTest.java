package org.underbase.exalt.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.exalt.tardis.Form;
import org.underbase.exalt.tardis.Tardis;
import org.underbase.exalt.tardis.Verify;

/** Tests that a compressed file behaves as a plain one, is small, and survives a kill of its process at every byte. */
class TardisFileTest {
    private static final long SEED = Long.getLong("underbase.seed", 2014);
    private static final int FILES = Integer.getInteger("underbase.exalt.files", 150);

    @TempDir
    private Path directory;

    private static TardisFile open(Store store) throws IOException {
        return TardisFile.open(store, Verify.FULL, true);
    }

    /** Creates a file that is rewritten early. */
    private static TardisFile tidy(Store store) throws IOException {
        return TardisFile.open(store, Verify.FULL, true, 300);
    }

    private static Store channel(Path path) throws IOException {
        return new ChannelStore(
                FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE));
    }

    @Test
    void fileBehavesAsAPlainFile() throws IOException {
        Random random = new Random(SEED);
        for (int i = 0; i < FILES; i++) {
            Model model = new Model(new byte[0]);
            RecordedStore store = new RecordedStore(new byte[0]);
            TardisFile file = tidy(store);
            for (int step = 0; step < 60; step++) {
                Model.Step next = model.step(random);
                next.doTo(file);
                model = model.after(next);
                if (random.nextInt(10) == 0) {
                    file = tidy(new RecordedStore(store.bytes()));
                    store = new RecordedStore(store.bytes());
                    file = tidy(store);
                }
                int at = random.nextInt(model.bytes().length + 10);
                ByteBuffer part = ByteBuffer.allocateDirect(random.nextInt(2000));
                int wanted = Math.min(part.capacity(), model.bytes().length - at);
                int found = file.read(at, part);
                assertThat(found)
                        .as("seed %d, file %d, step %d", SEED, i, step)
                        .isEqualTo(part.capacity() == 0 ? 0 : wanted <= 0 ? -1 : wanted);
                byte[] bytes = new byte[Math.max(0, found)];
                part.get(0, bytes);
                assertThat(bytes)
                        .as("seed %d, file %d, step %d", SEED, i, step)
                        .isEqualTo(
                                bytes.length == 0 ? bytes : Arrays.copyOfRange(model.bytes(), at, at + bytes.length));
            }
            assertThat(Model.read(file)).as("seed %d, file %d", SEED, i).isEqualTo(model.bytes());
            file.check();
            file.close();
        }
    }

    @Test
    void writtenBytesSurviveAKillAtEveryByte() throws IOException {
        Random random = new Random(SEED);
        for (int i = 0; i < FILES / 5; i++) {
            Model model = new Model(new byte[0]);
            RecordedStore store = new RecordedStore(new byte[0]);
            TardisFile file = tidy(store);
            store.changes();
            byte[] disk = store.bytes();
            for (int step = 0; step < 25; step++) {
                Model.Step next = model.step(random);
                next.doTo(file);
                for (RecordedStore.Change change : store.changes()) {
                    for (int cut : cuts(random, change.steps())) {
                        check(
                                change.applied(disk, cut),
                                model,
                                next,
                                "seed " + SEED + ", file " + i + ", step " + step);
                    }
                    disk = change.applied(disk, change.steps());
                }
                model = model.after(next);
                assertThat(Model.read(tidy(new RecordedStore(disk)))).isEqualTo(model.bytes());
            }
        }
    }

    /** Selects the first and the last states, and some in between. */
    private static int[] cuts(Random random, int steps) {
        return steps <= 100
                ? random.ints(12, 0, steps + 1).toArray()
                : new int[] {0, 1, 55, 56, 57, random.nextInt(steps), steps - 1, steps};
    }

    /** Requires all earlier bytes and a prefix of the interrupted write. */
    private static void check(byte[] disk, Model before, Model.Step step, String what) throws IOException {
        byte[] found = Model.read(tidy(new RecordedStore(disk)));
        if (Arrays.equals(found, before.bytes())
                || Arrays.equals(found, before.after(step).bytes())) {
            return;
        }
        if (step.written() != null) {
            for (int count = 1; count < step.written().length; count++) {
                if (Arrays.equals(found, before.after(step, count).bytes())) {
                    return;
                }
            }
        }
        throw new AssertionError(what + ": " + found.length + " bytes, of " + before.bytes().length + " and then "
                + before.after(step).bytes().length);
    }

    @Test
    void corruptByteIsReportedAndNeverYieldsOtherContent() throws IOException {
        Random random = new Random(SEED);
        for (int i = 0; i < FILES; i++) {
            Model model = new Model(new byte[0]);
            RecordedStore store = new RecordedStore(new byte[0]);
            try (TardisFile file = tidy(store)) {
                for (int step = 0; step < 8; step++) {
                    Model.Step next = model.step(random);
                    next.doTo(file);
                    model = model.after(next);
                }
            }
            byte[] disk = store.bytes();
            byte[] corrupt = disk.clone();
            int at = 8 + random.nextInt(corrupt.length - 8);
            corrupt[at] ^= (byte) (1 << random.nextInt(8));
            try (TardisFile file = TardisFile.open(new RecordedStore(corrupt), Verify.FULL, false)) {
                byte[] found = Model.read(file);
                file.check();
                // A corrupt last record may look like an interrupted write.
                assertThat(isOlder(found, disk) || Arrays.equals(found, model.bytes()))
                        .as("seed %d, file %d, byte %d of %d", SEED, i, at, corrupt.length)
                        .isTrue();
            } catch (CorruptFileException e) {
                assertThat(e).hasMessageMatching(".*\\w.*");
            }
        }
    }

    /** Returns whether the content is that before the last record, or before a part of it. */
    private static boolean isOlder(byte[] found, byte[] disk) throws IOException {
        for (int cut = disk.length - 1; cut >= Header.LENGTH; cut--) {
            byte[] less = Model.read(tidy(new RecordedStore(Arrays.copyOf(disk, cut))));
            if (Arrays.equals(less, found)) {
                return true;
            }
        }
        return false;
    }

    @Test
    void corruptionOfTheOnlyRecordIsReported() throws IOException {
        RecordedStore store = new RecordedStore(new byte[0]);
        try (TardisFile file = open(store)) {
            file.write(0, ByteBuffer.wrap("metadata".getBytes(java.nio.charset.StandardCharsets.US_ASCII)));
            file.check();
            store.write(ByteBuffer.wrap(new byte[] {'M'}), Header.LENGTH + Entry.HEAD);
            assertThatThrownBy(file::check)
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessage("corrupt record at byte 64");
        }
    }

    @Test
    void hdfsBlockIsOneRecord() throws IOException {
        Path path = directory.resolve("blk_1");
        int packet = 64_512;
        int packets = 2000;
        try (TardisFile file = open(channel(path))) {
            byte[] bytes = new byte[packet];
            for (long i = 0; i < packets; i++) {
                Tardis.fill(Form.DATA, (long) packets * packet, i * packet, bytes);
                file.write(i * packet, ByteBuffer.wrap(bytes));
            }
            assertThat(file.length()).isEqualTo((long) packets * packet);
        }
        assertThat(Files.size(path)).isEqualTo(Header.LENGTH + Entry.HEAD);
        try (TardisFile file = TardisFile.open(channel(path), Verify.FULL, false)) {
            ByteBuffer found = ByteBuffer.allocate(1000);
            assertThat(file.read(100_000_001, found)).isEqualTo(1000);
            byte[] wanted = new byte[1000];
            Tardis.fill(Form.DATA, (long) packets * packet, 100_000_001, wanted);
            assertThat(found.array()).isEqualTo(wanted);
        }
    }

    @Test
    void repeatedlyOverwrittenFileDoesNotGrow() throws IOException {
        Path path = directory.resolve("counter");
        Random random = new Random(SEED);
        byte[] last = new byte[5000];
        try (TardisFile file = open(channel(path))) {
            for (int i = 0; i < 2000; i++) {
                random.nextBytes(last);
                file.write(0, ByteBuffer.wrap(last));
            }
            file.check();
        }
        assertThat(Files.size(path)).isLessThan(4 * (64 << 10));
        try (TardisFile file = open(channel(path))) {
            assertThat(Model.read(file)).isEqualTo(last);
        }
    }

    @Test
    void plainFileIsRejectedAndUnchanged() throws IOException {
        Path path = directory.resolve("plain");
        Files.writeString(path, "a plain file");
        assertThatThrownBy(() -> open(channel(path)))
                .isInstanceOf(CorruptFileException.class)
                .hasMessage("missing header of a compressed file");
        assertThat(path).hasContent("a plain file");
        try (Store store = channel(path)) {
            assertThat(TardisFile.isOne(store)).isFalse();
        }
        Path read = directory.resolve("read");
        open(channel(read)).close();
        try (TardisFile file = TardisFile.open(channel(read), Verify.FULL, false)) {
            assertThatThrownBy(() -> file.write(0, ByteBuffer.allocate(1)))
                    .isInstanceOf(IOException.class)
                    .hasMessage("file is open for reading only");
            assertThat(file.read(0, ByteBuffer.allocate(1))).isEqualTo(-1);
        }
    }
}
