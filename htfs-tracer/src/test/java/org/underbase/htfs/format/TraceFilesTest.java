package org.underbase.htfs.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
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
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class TraceFilesTest {
    private final Configuration conf = new Configuration(false);

    private final List<String> skipped = new ArrayList<>();

    @TempDir
    Path dir;

    @Test
    void anExactFileNameTakesPrecedenceOverAGlob() throws Exception {
        Files.createFile(dir.resolve("a[1.ubtrace"));
        Files.createFile(dir.resolve("b[0-9].ubtrace"));
        Files.createFile(dir.resolve("b1.ubtrace"));

        assertThat(names("a[1.ubtrace")).containsExactly("a[1.ubtrace");
        assertThat(names("b[0-9].ubtrace")).containsExactly("b[0-9].ubtrace");
        assertThat(names("b?.ubtrace")).containsExactly("b1.ubtrace");
        assertThatThrownBy(() -> names("c?")).isInstanceOf(FileNotFoundException.class);
    }

    @Test
    void controlCharactersAreEscaped() throws Exception {
        Files.createFile(dir.resolve("a\u001b[31m\nb.ubtrace"));

        List<TraceSlice> found = TraceFiles.find(conf, List.of(dir.toString()));

        assertThat(found).hasSize(1);
        assertThat(TraceFiles.shown(found.get(0))).endsWith("/a\\u001b[31m\\u000ab.ubtrace");
        byte[] header = new SegmentHeader("\u001b[31mred", 1, 1, 0, 1, 1, "u", "", "3.4.3", "", "", 0, 0).encode();
        Files.write(dir.resolve("c.ubtrace"), header);
        Files.write(dir.resolve("d.ubtrace"), header);
        assertThat(names("[cd].ubtrace")).containsExactly("c.ubtrace");
        assertThat(skipped).singleElement().asString().endsWith("on \\u001b[31mred");
    }

    @Test
    @Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void whatIsNotARegularFileIsSkippedByName() throws Exception {
        mkfifo("pipe.ubtrace");
        Files.createSymbolicLink(dir.resolve("device.ubtrace"), Path.of("/dev/zero"));
        Files.createSymbolicLink(dir.resolve("nowhere.ubtrace"), Path.of("missing"));
        Files.createSymbolicLink(dir.resolve("circle"), Path.of("."));
        Files.createSymbolicLink(dir.resolve("linked.ubtrace"), Files.createFile(dir.resolve("other-name")));
        Files.createFile(dir.resolve("a.ubtrace"));

        assertThat(names("")).containsExactly("a.ubtrace", "linked.ubtrace");
        assertThat(skipped)
                .containsExactlyInAnyOrder(
                        dir.resolve("pipe.ubtrace") + ": it is not a regular file",
                        dir.resolve("device.ubtrace") + ": it is not a regular file",
                        dir.resolve("nowhere.ubtrace") + ": it is not a regular file",
                        dir.resolve("circle") + ": it is a symbolic link to a directory that contains it");
        skipped.clear();
        assertThat(names("[ap]*")).containsExactly("a.ubtrace");
        assertThat(skipped).containsExactly(dir.resolve("pipe.ubtrace") + ": it is not a regular file");
        assertThatThrownBy(() -> names("pipe.ubtrace"))
                .isInstanceOf(TraceFormatException.class)
                .hasMessage(dir.resolve("pipe.ubtrace") + ": not a trace: it is not a regular file");
        assertThatThrownBy(() -> names("p*")).hasMessage(dir.resolve("p*") + ": no match is a regular file");
        Files.delete(dir.resolve("a.ubtrace"));
        Files.delete(dir.resolve("linked.ubtrace"));
        assertThatThrownBy(() -> names("")).hasMessageContaining("the directory contains no trace");
    }

    @Test
    @Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aPipeThatReplacesASegmentIsNotOpened() throws Exception {
        Path file = Files.write(dir.resolve("a.ubtrace"), FuzzTrace.of(1).bytes());
        TraceSlice slice = TraceFiles.find(conf, List.of(file.toString())).get(0);
        Files.delete(file);
        mkfifo("a.ubtrace");
        assertThatThrownBy(() -> TraceFiles.open(conf, slice))
                .isInstanceOf(IOException.class)
                .hasMessage(file + ": not a trace: it is not a regular file");
    }

    @Test
    void theLongestOfTheFilesWithOneSegmentIsRead() throws Exception {
        byte[] segment = FuzzTrace.of(1).bytes();
        byte[] other = FuzzTrace.of(2).bytes();
        Files.write(dir.resolve("a.ubtrace"), Arrays.copyOf(segment, segment.length - 300));
        Files.write(dir.resolve("b.ubtrace"), segment);
        Path backup = Files.createDirectory(dir.resolve("backup"));
        Files.write(backup.resolve("c.ubtrace"), segment);
        Files.write(backup.resolve("d.ubtrace"), other);
        // Without a readable header there is no identity.
        Files.write(dir.resolve("e.ubtrace"), new byte[] {1});
        Files.createFile(dir.resolve("f.ubtrace"));
        Files.createFile(dir.resolve("g.ubtrace"));

        assertThat(names("")).containsExactly("e.ubtrace", "f.ubtrace", "g.ubtrace", "b.ubtrace", "d.ubtrace");
        assertThat(skipped)
                .containsExactly(
                        dir.resolve("a.ubtrace") + ": it is a copy of " + dir.resolve("b.ubtrace")
                                + ", segment 0 of process 4711@1 on host1",
                        backup.resolve("c.ubtrace") + ": it is a copy of " + dir.resolve("b.ubtrace")
                                + ", segment 0 of process 4711@1 on host1");
    }

    @Test
    void ofEquallyLongCopiesAnIntactOneIsRead() throws Exception {
        FuzzTrace trace = FuzzTrace.of(1);
        int mark = trace.starts().get(trace.starts().size() - 1);
        Path a = Files.write(
                dir.resolve("a.ubtrace"), flip(trace.bytes(), trace.starts().get(1) - 1));
        Path b = Files.write(dir.resolve("b.ubtrace"), flip(trace.bytes(), mark));
        Path c = Files.write(dir.resolve("c.ubtrace"), trace.bytes());
        Path d = Files.write(dir.resolve("d.ubtrace"), trace.bytes());

        assertThat(names("")).containsExactly("c.ubtrace");
        assertThat(skipped).hasSize(3).allMatch(line -> line.contains(": it is a copy of " + c));
        Files.delete(c);
        for (List<Path> locations : List.of(List.of(a, b, d), List.of(d, b, a))) {
            assertThat(TraceFiles.find(
                            conf, locations.stream().map(Path::toString).toList(), skipped::add))
                    .singleElement()
                    .satisfies(slice -> assertThat(TraceFiles.shown(slice)).isEqualTo(d.toString()));
        }
        Files.delete(d);
        // Without the end mark all events are readable.
        assertThat(names("")).containsExactly("b.ubtrace");
    }

    private static byte[] flip(byte[] bytes, int position) {
        byte[] flipped = bytes.clone();
        flipped[position] ^= 1;
        return flipped;
    }

    @Test
    void segmentsAreInTheOrderOfTheirProcessNotOfTheirLocations() throws Exception {
        SegmentHeader first = new SegmentHeader("n1", 9, 1, 0, 1, 1, "u", "", "3.4.3", "", "", 0, 0);
        Path monday = Files.createDirectory(dir.resolve("monday"));
        Path tuesday = Files.createDirectory(dir.resolve("tuesday"));
        Files.write(monday.resolve("z.ubtrace"), first.encode());
        // Only the name of this file has its place.
        Files.write(monday.resolve(first.next(1, 2, 2, 0, 0).fileName()), new byte[] {1});
        Files.write(tuesday.resolve("b.ubtrace"), first.next(2, 3, 3, 0, 0).encode());
        Files.write(tuesday.resolve("a.ubtrace"), first.next(10, 4, 4, 0, 0).encode());

        assertThat(TraceFiles.find(conf, List.of(tuesday.toString(), monday.toString()), skipped::add))
                .extracting(slice -> new org.apache.hadoop.fs.Path(slice.path()).getName())
                .containsExactly("z.ubtrace", "n1-9-1-000001.ubtrace", "b.ubtrace", "a.ubtrace");
        assertThat(skipped).isEmpty();
    }

    @Test
    void differentSegmentsOfOnePlaceAreRejected() throws Exception {
        SegmentHeader one = new SegmentHeader("n1", 9, 1, 0, 1, 1, "u", "", "3.4.3", "", "", 0, 0);
        Files.write(dir.resolve("a.ubtrace"), one.encode());
        Files.write(dir.resolve("b.ubtrace"), one.next(0, 2, 2, 0, 0).encode());

        assertThatThrownBy(() -> names(""))
                .isInstanceOf(TraceFormatException.class)
                .hasMessage(dir.resolve("a.ubtrace") + " and " + dir.resolve("b.ubtrace")
                        + ": different segments are both segment 0 of process 9@1 on n1; read them separately");
    }

    @Test
    void theSlicesOfASegmentCountItOnce() throws Exception {
        Path file = Files.write(dir.resolve("a.ubtrace"), FuzzTrace.of(1).bytes());
        List<TraceSlice> slices = TraceFiles.split(TraceFiles.find(conf, List.of(file.toString())), 100);
        assertThat(slices).hasSizeGreaterThan(2);
        assertThat(TraceFiles.ended(file)).isTrue();
        try (TraceReader reader = TraceReader.ofSlices(conf, slices)) {
            while (reader.next()) {
                // Only the report matters.
            }
            assertThat(reader.report().segments()).isEqualTo(1);
            assertThat(reader.report().events())
                    .isEqualTo(FuzzTrace.of(1).events().size());
            assertThat(reader.report().unclosed()).isEmpty();
        }
    }

    /** The slice that begins with a copy of a block does not know the block before it. */
    @Test
    void aRepeatedBlockAtTheStartOfASliceIsReported() throws Exception {
        byte[] bytes = FuzzTrace.of(1).bytes();
        int begin;
        int end;
        try (SegmentReader reader = new SegmentReader("a", SegmentInput.of(bytes), 0, bytes.length)) {
            begin = (int) reader.position();
            assertThat(reader.nextHeader()).isPresent();
            end = (int) reader.position();
        }
        ByteBuffer repeated = ByteBuffer.allocate(bytes.length + end - begin);
        repeated.put(bytes, 0, end).put(bytes, begin, bytes.length - begin);
        Path file = Files.write(dir.resolve("a.ubtrace"), repeated.array());
        String name = file.toString();
        List<TraceSlice> slices = List.of(new TraceSlice(name, 0, end), new TraceSlice(name, end, repeated.capacity()));
        try (TraceReader reader = TraceReader.ofSlices(conf, slices)) {
            while (reader.next()) {
                // Only the report matters.
            }
            assertThat(reader.report().corruptRanges()).singleElement().satisfies(range -> assertThat(range.reason())
                    .contains("is a copy at the place of block 1"));
        }
    }

    /** Without a segment header, the first slice searches for a block; the others would search the same bytes. */
    @Test
    void aSliceDoesNotSearchTheBytesOfEarlierSlices() throws Exception {
        FuzzTrace trace = FuzzTrace.of(1);
        int start = trace.starts().get(0);
        int before = 1 << 20;
        byte[] bytes = new byte[before + trace.bytes().length - start];
        System.arraycopy(trace.bytes(), start, bytes, before, bytes.length - before);
        List<Long> positions = new ArrayList<>();
        SegmentInput real = SegmentInput.of(bytes);
        SegmentInput watched = new SegmentInput() {
            @Override
            public long length() {
                return real.length();
            }

            @Override
            public void read(long position, byte[] target, int to, int length) throws IOException {
                positions.add(position);
                real.read(position, target, to, length);
            }
        };
        long events = 0;
        try (SegmentReader reader = new SegmentReader("late slice", watched, before / 2, bytes.length)) {
            for (Optional<BlockCursor> block = reader.next(); block.isPresent(); block = reader.next()) {
                events += block.get().header().events();
            }
        }
        assertThat(events).isEqualTo(trace.events().size());
        assertThat(positions).allMatch(position -> position == 0 || position >= before / 2);
    }

    @Test
    void aFileThatBecomesShorterWhileItIsReadIsNamed() throws Exception {
        byte[] segment = FuzzTrace.of(1).bytes();
        // Longer than the buffers of Hadoop's streams.
        Path file = Files.write(dir.resolve("a.ubtrace"), Arrays.copyOf(segment, segment.length + (1 << 20)));
        TraceSlice slice = TraceFiles.find(conf, List.of(file.toString())).get(0);
        try (SegmentReader reader = TraceFiles.open(conf, slice);
                FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(segment.length);
            assertThatThrownBy(() -> readAll(reader))
                    .isInstanceOf(IOException.class)
                    .hasMessage(file + ": the file became shorter while it was read");
        }
    }

    private static void readAll(SegmentReader reader) throws IOException {
        while (reader.next().isPresent()) {
            // Only the failure matters.
        }
    }

    private void mkfifo(String name) throws Exception {
        Process process = new ProcessBuilder("mkfifo", dir.resolve(name).toString())
                .inheritIO()
                .start();
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).isZero();
    }

    private List<String> names(String location) throws Exception {
        return TraceFiles.find(conf, List.of(dir.resolve(location).toString()), skipped::add).stream()
                .map(slice -> new org.apache.hadoop.fs.Path(slice.path()).getName())
                .toList();
    }
}
