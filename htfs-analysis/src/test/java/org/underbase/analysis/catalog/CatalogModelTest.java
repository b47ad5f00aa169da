package org.underbase.analysis.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.underbase.analysis.operator.ProcessKey;
import org.underbase.analysis.testing.Feed;
import org.underbase.analysis.testing.TestEvent;
import org.underbase.analysis.testing.TestProcess;
import org.underbase.htfs.format.FileIdentity;

/** Files of random calls of several processes on one namespace, compared with the files on which they really were. */
class CatalogModelTest {
    private static final long STEP_NANOS = 3_000_000_000L;
    private static final int STEPS = 400;

    private final List<TestProcess> processes = new ArrayList<>();
    private final Map<String, Integer> namespace = new TreeMap<>();
    private final List<Stream> streams = new ArrayList<>();
    private final List<Use> uses = new ArrayList<>();
    private int files;

    private record Stream(TestProcess process, long id, long localFile, int file) {}

    /** Call of a process on a file. */
    private record Use(TestProcess process, TestEvent event, int file) {}

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void withoutInodes(long seed) {
        assertEqualFiles(seed, false);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void withInodes(long seed) {
        assertEqualFiles(seed, true);
    }

    private void assertEqualFiles(long seed, boolean inodes) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 3; i++) {
            processes.add(new TestProcess("n" + i, "1@0"));
        }
        for (int i = 0; i < 5; i++) {
            namespace.put(path(random), files++);
        }
        for (int step = 0; step < STEPS; step++) {
            TestProcess process = processes.get(random.nextInt(processes.size()));
            process.at(TestProcess.START_NANOS + step * STEP_NANOS);
            step(process, random, inodes);
        }
        List<TestEvent> events = new ArrayList<>();
        processes.forEach(process -> events.addAll(process.events()));
        FileCatalog catalog = Feed.cut(FileCatalog.operator(), events, 1 + random.nextInt(20), random);
        Map<Integer, Integer> keys = new HashMap<>();
        for (Use use : uses) {
            TestEvent event = use.event;
            int process = catalog.process(new ProcessKey(event.host(), event.process()));
            int key = catalog.key(process, event.fileId(), event.startNanos());
            assertThat(keys.computeIfAbsent(use.file, file -> key))
                    .as("seed %d, file %d, %s", seed, use.file, event)
                    .isEqualTo(key);
        }
        assertThat(keys.values()).as("seed %d", seed).doesNotHaveDuplicates();
    }

    private void step(TestProcess process, SplittableRandom random, boolean inodes) {
        String path = path(random);
        Integer file = namespace.get(path);
        process.inode(inodes && file != null ? 1000 + file : -1);
        process.on(inodes ? new FileIdentity("ns", "BP-1", -1, "") : FileIdentity.NONE);
        switch (random.nextInt(8)) {
            case 0 -> create(process, path, inodes);
            case 1 -> {
                String to = path(random);
                if (file != null && !namespace.containsKey(to)) {
                    process.rename(path, to);
                    namespace.put(to, namespace.remove(path));
                }
            }
            case 2 -> {
                if (file != null) {
                    process.delete(path);
                    namespace.remove(path);
                }
            }
            case 3 -> {
                process.inode(-1);
                if (random.nextInt(10) == 0) {
                    String directory = path.substring(0, path.lastIndexOf('/'));
                    process.delete(directory);
                    namespace.keySet().removeIf(each -> each.startsWith(directory + "/"));
                }
            }
            case 4, 5 -> {
                if (file != null) {
                    open(process, path, file);
                }
            }
            default -> read(process, random, inodes);
        }
    }

    private void create(TestProcess process, String path, boolean inodes) {
        int file = files++;
        process.inode(inodes ? 1000 + file : -1);
        long stream = process.create(path, 3);
        namespace.put(path, file);
        used(process, stream, file);
    }

    private void open(TestProcess process, String path, int file) {
        used(process, process.open(path), file);
    }

    private void used(TestProcess process, long stream, int file) {
        TestEvent event = last(process);
        uses.add(new Use(process, event, file));
        // A local id means one file at a time: the trace cannot tell two of their streams apart.
        streams.removeIf(each -> each.process == process && each.localFile == event.fileId() && each.file != file);
        streams.add(new Stream(process, stream, event.fileId(), file));
    }

    private void read(TestProcess process, SplittableRandom random, boolean inodes) {
        List<Stream> own =
                streams.stream().filter(stream -> stream.process == process).toList();
        if (!own.isEmpty()) {
            Stream stream = own.get(random.nextInt(own.size()));
            process.inode(inodes ? 1000 + stream.file : -1);
            process.pread(stream.id, random.nextInt(100), 10);
            uses.add(new Use(process, last(process), stream.file));
        }
    }

    private static TestEvent last(TestProcess process) {
        return process.events().get(process.events().size() - 1);
    }

    private static String path(SplittableRandom random) {
        return "/d" + random.nextInt(3) + "/f" + random.nextInt(4);
    }
}
