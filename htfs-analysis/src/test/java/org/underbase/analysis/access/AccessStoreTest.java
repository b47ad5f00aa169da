package org.underbase.analysis.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.underbase.analysis.catalog.FileCatalog;
import org.underbase.analysis.operator.EventPartial;
import org.underbase.analysis.operator.Operator;
import org.underbase.analysis.operator.ProcessKey;
import org.underbase.analysis.testing.SyntheticHBase;
import org.underbase.analysis.testing.TestEvent;
import org.underbase.htfs.format.Call;

class AccessStoreTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({"1,1000000", "2,1000000", "3,100", "4,1"})
    void returnsTheAccessesOfEachFileInTheOrderOfTime(long seed, long memory) throws IOException {
        List<TestEvent> events = SyntheticHBase.events(seed, 3, 30);
        FileCatalog catalog = catalog(FileCatalog.operator(), events);
        try (AccessStore store = new AccessStore(TempDirectory.in(directory), memory, 1)) {
            SplittableRandom random = new SplittableRandom(seed);
            AccessCollector collector = new AccessCollector(catalog, store, 0);
            int part = 0;
            for (TestEvent event : events) {
                if (random.nextInt(500) == 0) {
                    collector.end();
                    collector = new AccessCollector(catalog, store, ++part);
                }
                collector.accept(event);
            }
            collector.end();
            assertThat(collector.unresolvedBytes()).isZero();
            assertThat(store.spilledBytes() > 0).isEqualTo(memory < 1_000_000);

            assertThat(read(store, catalog)).isEqualTo(expected(events, catalog));
        }
    }

    @Test
    void missingSpaceEndsTheAnalysisInOneLineAndLeavesNothing() throws IOException {
        List<TestEvent> events = SyntheticHBase.events(5, 3, 30);
        FileCatalog catalog = catalog(FileCatalog.operator(), events);
        Path parent = directory.resolve("small");
        AtomicLong free = new AtomicLong(200_000);
        try (AccessStore store = new AccessStore(TempDirectory.in(parent), 1, 1, () -> free.addAndGet(-100_000))) {
            AccessCollector collector = new AccessCollector(catalog, store, 0);
            assertThatThrownBy(() -> {
                        events.forEach(collector::accept);
                        collector.end();
                    })
                    .hasStackTraceContaining("not enough space for temporary files in " + parent + ": 0 B free, ");
            assertThat(parent).isNotEmptyDirectory();
        }
        assertThat(parent).isEmptyDirectory();
    }

    private static <P extends EventPartial<P>> FileCatalog catalog(
            Operator<P, FileCatalog> operator, List<TestEvent> events) {
        P partial = operator.start();
        events.forEach(partial::accept);
        return operator.finish(partial);
    }

    private static Map<Integer, List<String>> read(AccessStore store, FileCatalog catalog) throws IOException {
        Map<Integer, List<String>> files = new TreeMap<>();
        for (int i = 0; i < AccessStore.PARTITIONS; i++) {
            store.forEach(i, catalog.size(), new AccessStore.Files() {
                @Override
                public Consumer<Access> begin(int file) {
                    List<String> accesses = files.computeIfAbsent(file, key -> new ArrayList<>());
                    return access -> accesses.add(access.startNanos() + " " + access.call() + " " + access.offset()
                            + " " + access.length() + " " + access.stream() + " " + access.activity());
                }

                @Override
                public void end() {
                    // Nothing ends.
                }
            });
        }
        return files;
    }

    private static Map<Integer, List<String>> expected(List<TestEvent> events, FileCatalog catalog) {
        Map<Integer, List<String>> files = new TreeMap<>();
        catalog.files().forEach(file -> files.put(file.key(), new ArrayList<>()));
        List<TestEvent> sorted = new ArrayList<>(events);
        sorted.sort(Comparator.comparingLong(TestEvent::startNanos));
        for (TestEvent event : sorted) {
            long length =
                    switch (event.call().kind()) {
                        case READ, WRITE, SYNC, CLOSE -> event.result();
                        case OPEN -> event.length();
                        default -> Long.MIN_VALUE;
                    };
            if (length != Long.MIN_VALUE && event.call() != Call.FLUSH) {
                int process = catalog.process(new ProcessKey(event.host(), event.process()));
                files.get(catalog.key(process, event.fileId(), event.startNanos()))
                        .add(event.startNanos() + " " + event.call() + " " + event.offset() + " " + length + " "
                                + event.streamId() + " " + event.activity());
            }
        }
        return files;
    }
}
