package org.underbase.analysis.fit;

import java.io.IOException;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.underbase.analysis.access.Access;
import org.underbase.analysis.access.CompactionInput;
import org.underbase.analysis.access.FileHistory;
import org.underbase.analysis.catalog.FileFacts;
import org.underbase.analysis.catalog.FileKind;
import org.underbase.analysis.figure.FileVisitor;
import org.underbase.analysis.operator.Fields;
import org.underbase.analysis.operator.Partial;
import org.underbase.htfs.format.Activity;
import org.underbase.htfs.format.Call;

/** Reads, flushes and compactions of the user tables by store, sizes by family, and writes of the logs. */
public final class FitPartial implements Partial<FitPartial> {
    final SortedMap<Store, Sums> stores = new TreeMap<>();
    final SortedMap<FileKind, Sizes> families = new TreeMap<>();
    /** Bytes by the number of requests that read them. */
    final SortedMap<Long, Long> bytesByReads = new TreeMap<>();

    long logged;
    long syncs;
    private final Histogram[] perSync = {null};

    FitPartial() {}

    /** Sums of the files of one store. */
    static final class Sums {
        /** Calls of requests that read bytes. */
        long reads;

        long readBytes;
        long flushedBytes;
        long flushes;
        /** Files that were inputs of compactions. */
        long inputs;
        /** Files that a compaction created. */
        long outputs;

        private Sums transfer(Fields fields) throws IOException {
            reads = fields.number(reads);
            readBytes = fields.number(readBytes);
            flushedBytes = fields.number(flushedBytes);
            flushes = fields.number(flushes);
            inputs = fields.number(inputs);
            outputs = fields.number(outputs);
            return this;
        }

        void add(Sums other) {
            reads += other.reads;
            readBytes += other.readBytes;
            flushedBytes += other.flushedBytes;
            flushes += other.flushes;
            inputs += other.inputs;
            outputs += other.outputs;
        }
    }

    /** Sizes in one family. */
    static final class Sizes {
        private final Histogram[] sizes = new Histogram[2];

        /** Returns the lengths of the reads of requests; null without one. */
        Histogram reads() {
            return sizes[0];
        }

        /** Returns the sizes of the files that flushes created; null without one. */
        Histogram flushes() {
            return sizes[1];
        }

        private Sizes transfer(Fields fields) throws IOException {
            fields.histograms(sizes);
            return this;
        }

        private void add(Sizes other) {
            merge(sizes, other.sizes);
        }
    }

    /** Returns the bytes written to a log per sync; null without a sync. */
    Histogram perSync() {
        return perSync[0];
    }

    FileVisitor file(FileFacts file) {
        return switch (file.kind().type()) {
            case STORE -> file.kind().isSystem() ? FileVisitor.NONE : new StoreFile(file);
            case WAL -> new Log();
            case OTHER -> FileVisitor.NONE;
        };
    }

    private static void record(Histogram[] histograms, int at, long value) {
        if (histograms[at] == null) {
            histograms[at] = new Histogram(2);
        }
        histograms[at].recordValue(value);
    }

    private static void merge(Histogram[] mine, Histogram[] later) {
        for (int i = 0; i < mine.length; i++) {
            if (mine[i] == null) {
                mine[i] = later[i];
            } else if (later[i] != null) {
                mine[i].add(later[i]);
            }
        }
    }

    /** File of a user table. */
    private final class StoreFile implements FileVisitor {
        private final FileFacts file;
        private final Sums sums = new Sums();
        private final CompactionInput input;
        private boolean written;
        private boolean flushed;
        private Sizes sizes;

        private StoreFile(FileFacts file) {
            this.file = file;
            this.input = new CompactionInput(file.size());
        }

        @Override
        public void access(Access access, FileHistory before) {
            if (access.writes()) {
                if (!written && file.isCreated()) {
                    flushed = access.activity() == Activity.FLUSH;
                    sums.outputs = access.activity() == Activity.COMPACTION ? 1 : 0;
                }
                written = true;
                input.write(access);
                sums.flushedBytes += flushed ? access.length() : 0;
            } else if (access.reads()) {
                if (access.core()) {
                    sums.reads += access.calls();
                    sums.readBytes += access.length();
                    record(family().sizes, 0, access.length() / access.calls());
                } else if (input.read(access)) {
                    sums.inputs = 1;
                }
            }
        }

        @Override
        public void end(FileHistory history) {
            if (flushed) {
                sums.flushes = 1;
                record(family().sizes, 1, sums.flushedBytes);
            }
            if (sums.reads > 0) {
                history.ranges().forEach((bytes, reads, coreReads, io, live) -> {
                    if (coreReads > 0) {
                        bytesByReads.merge(coreReads, bytes, Long::sum);
                    }
                });
            }
            if (sums.reads + sums.flushes + sums.inputs + sums.outputs > 0) {
                stores.computeIfAbsent(Store.of(file), key -> new Sums()).add(sums);
                family();
            }
        }

        private Sizes family() {
            if (sizes == null) {
                sizes = families.computeIfAbsent(file.kind(), key -> new Sizes());
            }
            return sizes;
        }
    }

    /** Log of a server. */
    private final class Log implements FileVisitor {
        private long pending;

        @Override
        public void access(Access access, FileHistory before) {
            if (access.writes()) {
                logged += access.length();
                pending += access.length();
            } else if (access.call().kind() == Call.Kind.SYNC && pending > 0) {
                syncs++;
                record(perSync, 0, pending);
                pending = 0;
            }
        }
    }

    @Override
    public void transfer(Fields fields) throws IOException {
        logged = fields.number(logged);
        syncs = fields.number(syncs);
        fields.histograms(perSync);
        fields.map(
                stores,
                Store.NONE,
                Sums::new,
                (stream, store) -> store.transfer(stream),
                (stream, sums) -> sums.transfer(stream));
        fields.map(
                families,
                FileKind.OTHER,
                Sizes::new,
                (stream, kind) -> kind.transfer(stream),
                (stream, sizes) -> sizes.transfer(stream));
        fields.map(bytesByReads, 0L, () -> 0L, Fields::number, Fields::number);
    }

    @Override
    public void merge(FitPartial later) {
        logged += later.logged;
        syncs += later.syncs;
        merge(perSync, later.perSync);
        merge(stores, later.stores, Sums::new, Sums::add);
        merge(families, later.families, Sizes::new, Sizes::add);
        later.bytesByReads.forEach((reads, bytes) -> bytesByReads.merge(reads, bytes, Long::sum));
    }

    private static <K, V> void merge(
            SortedMap<K, V> mine, SortedMap<K, V> later, Supplier<V> fresh, BiConsumer<V, V> add) {
        later.forEach((key, value) -> add.accept(mine.computeIfAbsent(key, k -> fresh.get()), value));
    }
}
