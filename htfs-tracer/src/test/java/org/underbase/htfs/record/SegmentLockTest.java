package org.underbase.htfs.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.htfs.format.SegmentHeader;
import org.underbase.htfs.format.TraceReader;

/** A limit deletes no segment that a process writes, even one that is invisible from here. */
class SegmentLockTest {
    private static final long CAP = 40_000;

    @TempDir
    Path dir;

    private final List<Process> children = new ArrayList<>();

    /** Process that locks a segment until it is killed. */
    static final class Holder {
        private Holder() {}

        public static void main(String[] args) throws Exception {
            Path file = Path.of(args[0]);
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                SegmentLock.lock(file, channel);
                System.out.println("locked");
                System.out.flush();
                while (System.in.read() >= 0) {
                    // The parent process writes nothing.
                }
            }
        }
    }

    /** Process that records until it has deleted some segments. */
    static final class Deleting {
        private Deleting() {}

        public static void main(String[] args) {
            try (Tracer tracer = Tracer.start(conf(Path.of(args[0])))) {
                Scribe scribe = new Scribe(tracer, 0);
                while (tracer.bean().getSegmentsEvicted() < 4) {
                    for (int i = 0; i < 200; i++) {
                        scribe.write();
                    }
                    if (!tracer.flush()) {
                        throw new IllegalStateException("flush failed");
                    }
                }
            }
        }
    }

    /** Process that records one event and exits. */
    static final class ShortLived {
        private ShortLived() {}

        public static void main(String[] args) {
            Configuration conf = conf(Path.of(args[0]));
            conf.set(TraceKeys.MAX_SEGMENTS.name(), "2");
            try (Tracer tracer = Tracer.start(conf)) {
                new Scribe(tracer, 0).write();
            }
        }
    }

    @AfterEach
    void end() throws Exception {
        for (Process child : children) {
            child.destroyForcibly().waitFor();
        }
    }

    @Test
    void aLockedSegmentRemainsUntilItsProcessEnds() throws Exception {
        // No system has this process id.
        Path file = segment("-999999999-1-000000.ubtrace");
        Path dead = segment("-999999999-2-000000.ubtrace");
        Process holder = java(List.of(), Holder.class, file);
        assertThat(holder.inputReader().readLine()).isEqualTo("locked");
        TraceDir traces = new TraceDir(dir, SegmentHeader.NONE, 100);
        TraceDir.Listing listing = traces.list(Set.of());
        assertThat(listing.oldest()).extracting(TraceDir.Entry::file).containsExactlyInAnyOrder(file, dead);

        for (TraceDir.Entry entry : listing.oldest()) {
            assertThat(traces.delete(entry, listing))
                    .isEqualTo(entry.file().equals(file) ? TraceDir.Deletion.IN_USE : TraceDir.Deletion.DELETED);
        }
        assertThat(file).exists();
        assertThat(dead).doesNotExist();

        holder.destroyForcibly().waitFor();
        TraceDir.Entry entry = traces.list(Set.of()).oldest().get(0);
        assertThat(traces.delete(entry, listing)).isEqualTo(TraceDir.Deletion.DELETED);
        assertThat(traces.delete(entry, listing)).isEqualTo(TraceDir.Deletion.GONE);
    }

    @Test
    void theSegmentsOfOtherTracersInThisJvmRemain() throws Exception {
        Configuration large = conf(dir);
        large.set(TraceKeys.MAX_BYTES.name(), "10g");
        try (Tracer first = Tracer.start(large)) {
            Scribe scribe = new Scribe(first, 0);
            scribe.write();
            assertThat(first.flush()).isTrue();
            Path live = segments().get(0);
            age(live);
            Deleting.main(new String[] {dir.toString()});
            assertThat(live).exists();
            scribe.write();
        }
    }

    @Test
    void aLiveSegmentOfAnotherPidNamespaceRemains() throws Exception {
        List<String> unshare = List.of("unshare", "--pid", "--fork", "--mount-proc");
        assumeTrue(namespaces(unshare), "only root can create a PID namespace");
        Configuration large = conf(dir);
        large.set(TraceKeys.MAX_BYTES.name(), "10g");
        try (Tracer tracer = Tracer.start(large)) {
            Scribe scribe = new Scribe(tracer, 0);
            scribe.write();
            assertThat(tracer.flush()).isTrue();
            Path live = segments().get(0);
            age(live);

            Process other = java(unshare, Deleting.class, dir);
            assertThat(other.waitFor(5, TimeUnit.MINUTES)).isTrue();
            assertThat(other.exitValue()).isZero();
            assertThat(live).exists();
            scribe.write();
            assertThat(tracer.flush()).isTrue();
        }
        long events = 0;
        try (TraceReader reader = TraceReader.open(new Configuration(false), List.of(dir.toString()))) {
            while (reader.next()) {
                events += reader.event()
                                .process()
                                .startsWith(ProcessHandle.current().pid() + "@")
                        ? 1
                        : 0;
            }
        }
        assertThat(events).isEqualTo(2);
    }

    @Test
    void shortProcessesLeaveABoundedNumberOfSegments() throws Exception {
        for (int i = 0; i < 5; i++) {
            Process process = java(List.of(), ShortLived.class, dir);
            assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
            assertThat(process.exitValue()).isZero();
        }
        assertThat(segments()).hasSize(2);
        try (TraceReader reader = TraceReader.open(new Configuration(false), List.of(dir.toString()))) {
            assertThat(reader.next()).isTrue();
            assertThat(reader.next()).isTrue();
            assertThat(reader.next()).isFalse();
            assertThat(reader.report().complete()).isTrue();
            assertThat(reader.report().drops().total()).isZero();
        }
    }

    @Test
    void aClosedSegmentIsNoLongerInUse() throws Exception {
        Path file;
        try (Tracer tracer = Tracer.start(conf(dir))) {
            new Scribe(tracer, 0).write();
            assertThat(tracer.flush()).isTrue();
            file = segments().get(0);
            assertThat(SegmentLock.here(file)).isTrue();
            assertThat(tracer.roll()).isTrue();
            await().atMost(60, TimeUnit.SECONDS).until(() -> !SegmentLock.here(file));
        }
    }

    /** Makes a segment the oldest. Another process must do so: Java opens the file and closes it, which unlocks it. */
    private static void age(Path segment) throws Exception {
        assertThat(new ProcessBuilder("touch", "-d", "@0", segment.toString())
                        .inheritIO()
                        .start()
                        .waitFor())
                .isZero();
    }

    private static boolean namespaces(List<String> unshare) throws Exception {
        List<String> command = new ArrayList<>(unshare);
        command.add("true");
        try {
            return new ProcessBuilder(command).start().waitFor() == 0;
        } catch (java.io.IOException e) {
            // No such program.
            return false;
        }
    }

    private Process java(List<String> prefix, Class<?> main, Path argument) throws Exception {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-cp",
                System.getProperty("surefire.real.class.path", System.getProperty("java.class.path")),
                main.getName(),
                argument.toString()));
        Process child = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        children.add(child);
        return child;
    }

    private Path segment(String name) throws Exception {
        return Files.write(dir.resolve(name), new byte[100]);
    }

    private List<Path> segments() throws Exception {
        try (Stream<Path> files = Files.list(dir)) {
            return files.filter(file -> file.toString().endsWith(".ubtrace"))
                    .sorted()
                    .toList();
        }
    }

    private static Configuration conf(Path traces) {
        Configuration conf = new Configuration(false);
        conf.set(TraceKeys.DIR.name(), traces.toString());
        conf.set(TraceKeys.BLOCK_EVENTS.name(), "200");
        conf.set(TraceKeys.MAX_BYTES.name(), Long.toString(CAP));
        conf.set(TraceKeys.MIN_FREE.name(), "0");
        return conf;
    }
}
