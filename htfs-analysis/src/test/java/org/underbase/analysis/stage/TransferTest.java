package org.underbase.analysis.stage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.underbase.analysis.access.Access;
import org.underbase.analysis.access.AccessCollector;
import org.underbase.analysis.access.AccessStore;
import org.underbase.analysis.access.Chunk;
import org.underbase.analysis.access.ChunkSink;
import org.underbase.analysis.access.FileMerge;
import org.underbase.analysis.access.TempDirectory;
import org.underbase.analysis.catalog.FileCatalog;
import org.underbase.analysis.catalog.FileFacts;
import org.underbase.analysis.catalog.FileKeys;
import org.underbase.analysis.catalog.LocalKeys;
import org.underbase.analysis.figure.AllFigures;
import org.underbase.analysis.figure.AllFigures.AllPartials;
import org.underbase.analysis.figure.AllFigures.OneFile;
import org.underbase.analysis.figure.Assumptions;
import org.underbase.analysis.figure.Definitions;
import org.underbase.analysis.figure.TraceFacts;
import org.underbase.analysis.operator.EventPartial;
import org.underbase.analysis.operator.FieldInput;
import org.underbase.analysis.operator.FieldOutput;
import org.underbase.analysis.operator.Operator;
import org.underbase.analysis.operator.Partial;
import org.underbase.analysis.operator.ProcessKey;
import org.underbase.analysis.testing.Feed;
import org.underbase.analysis.testing.SyntheticHBase;
import org.underbase.analysis.testing.TestEvent;

/** States that leave the process: the result is that of states that stay in it, byte by byte. */
class TransferTest {
    private static final Assumptions ASSUMPTIONS = new Assumptions(3, 1 << 20);

    @TempDir
    private Path directory;

    private final AllFigures figures = AllFigures.load();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void writtenStatesGiveTheSameResult(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        List<TestEvent> events = SyntheticHBase.events(seed, 3, 30);
        List<Feed.ListSource> parts = Feed.cut(events, 5, random);

        FileCatalog catalog = catalog(FileCatalog.operator(), parts);
        TraceFacts trace = new TraceFacts(ASSUMPTIONS, Definitions.STANDARD, catalog, OptionalLong.empty());
        AllPartials whole = figures.start(trace);
        try (AccessStore store = new AccessStore(TempDirectory.in(directory), 1 << 20, 1)) {
            for (int part = 0; part < parts.size(); part++) {
                AllPartials sums = figures.start(trace);
                AccessCollector accesses = new AccessCollector(catalog, store, part);
                parts.get(part).events().forEach(event -> {
                    sums.accept(event);
                    accesses.accept(event);
                });
                accesses.end();
                whole.merge(transferred(sums, figures.start(trace)));
            }
            for (int number = 0; number < AccessStore.PARTITIONS; number++) {
                AllPartials sums = figures.start(trace);
                store.forEach(number, catalog.size(), new OneByOne(sums, catalog));
                whole.merge(transferred(sums, figures.start(trace)));
            }
        }

        assertThat(figures.finish(whole, trace).json().toPrettyString())
                .as("seed %d", seed)
                .isEqualTo(Feed.all(ASSUMPTIONS, events).json().toPrettyString());
    }

    /** Keys, facts and accesses that leave the process, as between the tasks of a cluster. */
    @ParameterizedTest
    @CsvSource({"1,1000000", "2,1", "3,1000"})
    void writtenAccessesGiveTheSameResult(long seed, long memory) throws IOException {
        List<TestEvent> events = SyntheticHBase.events(seed, 3, 30);
        List<Feed.ListSource> parts = Feed.cut(events, 5, new SplittableRandom(seed));
        FileCatalog catalog = catalog(FileCatalog.operator(), parts);
        TraceFacts trace = new TraceFacts(ASSUMPTIONS, Definitions.STANDARD, catalog, OptionalLong.empty());
        AllPartials whole = figures.start(trace);
        List<byte[]> chunks = new ArrayList<>();
        for (int part = 0; part < parts.size(); part++) {
            AccessCollector accesses = new AccessCollector(keys(catalog), new Written(chunks), part);
            parts.get(part).events().forEach(event -> {
                whole.accept(event);
                accesses.accept(event);
            });
            accesses.end();
        }
        List<Chunk> read = new ArrayList<>();
        for (byte[] chunk : chunks) {
            read.add(Chunk.read(new DataInputStream(new ByteArrayInputStream(chunk))));
        }
        try (FileMerge merge = new FileMerge(TempDirectory.in(directory), memory)) {
            for (FileFacts facts : catalog.files()) {
                for (Chunk chunk : read) {
                    if (chunk.file() == facts.key()) {
                        merge.add(chunk);
                    }
                }
                OneFile file = whole.file(transferred(facts));
                merge.end(file::add);
                file.end();
            }
        }

        assertThat(figures.finish(whole, trace).json().toPrettyString())
                .as("seed %d", seed)
                .isEqualTo(Feed.all(ASSUMPTIONS, events).json().toPrettyString());
    }

    private record Written(List<byte[]> chunks) implements ChunkSink {
        @Override
        public void add(Chunk chunk) throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            chunk.write(new DataOutputStream(bytes));
            chunks.add(bytes.toByteArray());
        }

        @Override
        public long encoderBytes() {
            return 1 << 12;
        }
    }

    private static FileKeys keys(FileCatalog catalog) throws IOException {
        List<LocalKeys> keys = new ArrayList<>();
        for (int process = 0; process < catalog.processes().size(); process++) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            catalog.keys(process).transfer(new FieldOutput(new DataOutputStream(bytes)));
            keys.add(new LocalKeys()
                    .transfer(new FieldInput(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())))));
        }
        return new FileKeys() {
            @Override
            public int process(ProcessKey process) {
                return catalog.processes().indexOf(process);
            }

            @Override
            public LocalKeys.OfId ofId(int process, long id) {
                return process < 0 ? null : keys.get(process).get(id);
            }
        };
    }

    private static FileFacts transferred(FileFacts facts) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        facts.transfer(new FieldOutput(new DataOutputStream(bytes)));
        FileFacts read = FileFacts.BLANK.transfer(
                new FieldInput(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()))));
        assertThat(read).isEqualTo(facts);
        return read;
    }

    private static final class OneByOne implements AccessStore.Files {
        private final AllPartials sums;
        private final FileCatalog catalog;
        private OneFile current;

        private OneByOne(AllPartials sums, FileCatalog catalog) {
            this.sums = sums;
            this.catalog = catalog;
        }

        @Override
        public Consumer<Access> begin(int file) {
            current = sums.file(catalog.file(file));
            return current::add;
        }

        @Override
        public void end() {
            current.end();
        }
    }

    private static <P extends EventPartial<P>> FileCatalog catalog(
            Operator<P, FileCatalog> operator, List<Feed.ListSource> parts) throws IOException {
        P whole = operator.start();
        for (Feed.ListSource part : parts) {
            P records = operator.start();
            part.events().forEach(records::accept);
            whole.merge(transferred(records, operator.start()));
        }
        return operator.finish(whole);
    }

    private static <P extends Partial<P>> P transferred(P state, P empty) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        state.transfer(new FieldOutput(new DataOutputStream(bytes)));
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
        empty.transfer(new FieldInput(in));
        assertThat(in.read()).as("bytes that no field has read").isEqualTo(-1);
        return empty;
    }
}
