package org.underbase.analysis.bytype;

import java.io.IOException;
import java.util.SortedMap;
import java.util.TreeMap;
import org.underbase.analysis.access.Access;
import org.underbase.analysis.access.FileHistory;
import org.underbase.analysis.access.RangeHistory;
import org.underbase.analysis.access.Touched;
import org.underbase.analysis.catalog.FileFacts;
import org.underbase.analysis.catalog.FileKind;
import org.underbase.analysis.figure.FileVisitor;
import org.underbase.analysis.operator.Fields;
import org.underbase.analysis.operator.Partial;

/** Data and I/O of some files, by their kinds. */
public final class ByTypePartial implements Partial<ByTypePartial> {
    private static final int EVERY_IO = RangeHistory.READ | RangeHistory.WRITE;

    final SortedMap<FileKind, Sums> kinds = new TreeMap<>();

    ByTypePartial() {}

    /** Sums of the files of one kind. */
    static final class Sums {
        Touched data = Touched.NONE;
        /** The part of the data that exists at the end of the trace. */
        Touched live = Touched.NONE;

        long read;
        long written;

        private Sums transfer(Fields fields) throws IOException {
            data = data.transfer(fields);
            live = live.transfer(fields);
            read = fields.number(read);
            written = fields.number(written);
            return this;
        }

        private void add(Sums other) {
            data = data.plus(other.data);
            live = live.plus(other.live);
            read += other.read;
            written += other.written;
        }
    }

    FileVisitor file(FileFacts file) {
        Sums sums = new Sums();
        return new FileVisitor() {
            @Override
            public void access(Access access, FileHistory before) {
                sums.read += access.reads() ? access.length() : 0;
                sums.written += access.writes() ? access.length() : 0;
            }

            @Override
            public void end(FileHistory history) {
                history.ranges().forEach((bytes, reads, coreReads, io, live) -> {
                    Touched touched = Touched.of(bytes, io, EVERY_IO);
                    sums.data = sums.data.plus(touched);
                    sums.live = file.isAlive() && live ? sums.live.plus(touched) : sums.live;
                });
                if (sums.read + sums.written > 0) {
                    add(file.kind(), sums);
                }
            }
        };
    }

    private void add(FileKind kind, Sums sums) {
        kinds.computeIfAbsent(kind, key -> new Sums()).add(sums);
    }

    @Override
    public void transfer(Fields fields) throws IOException {
        fields.map(
                kinds,
                FileKind.OTHER,
                Sums::new,
                (stream, kind) -> kind.transfer(stream),
                (stream, sums) -> sums.transfer(stream));
    }

    @Override
    public void merge(ByTypePartial later) {
        later.kinds.forEach(this::add);
    }
}
