package org.underbase.parquet.export;

import java.io.IOException;
import java.util.SortedMap;
import java.util.TreeMap;
import org.underbase.analysis.access.Access;
import org.underbase.analysis.access.FileHistory;
import org.underbase.analysis.access.RangeHistory;
import org.underbase.analysis.access.Touched;
import org.underbase.analysis.catalog.FileFacts;
import org.underbase.analysis.figure.FileVisitor;
import org.underbase.analysis.operator.Fields;
import org.underbase.analysis.operator.Partial;
import org.underbase.htfs.format.BlockHeader;

/** Bytes of each file that calls read or wrote. Memory: about 150 bytes per file. */
final class FileTotals implements Partial<FileTotals> {
    private static final int EVERY_IO = RangeHistory.READ | RangeHistory.WRITE;
    private static final OfFile NONE = new OfFile();

    private final SortedMap<Integer, OfFile> files = new TreeMap<>();

    /** Bytes of one file. */
    static final class OfFile {
        private long read;
        private long written;
        private Touched touched = Touched.NONE;
        private long sampling = BlockHeader.ALL;

        private OfFile transfer(Fields fields) throws IOException {
            read = fields.number(read);
            written = fields.number(written);
            touched = touched.transfer(fields);
            sampling = fields.number(sampling);
            return this;
        }

        /** Returns the bytes that calls read. */
        long read() {
            return read;
        }

        /** Returns the bytes that calls wrote. */
        long written() {
            return written;
        }

        /** Returns the accessed bytes, each counted once. */
        Touched touched() {
            return touched;
        }

        /** Returns the fraction of the files that was recorded at the last access. */
        long sampling() {
            return sampling;
        }
    }

    OfFile of(int file) {
        return files.getOrDefault(file, NONE);
    }

    FileVisitor visitor(FileFacts file) {
        OfFile totals = new OfFile();
        return new FileVisitor() {
            @Override
            public void access(Access access, FileHistory before) {
                totals.read += access.reads() ? access.length() : 0;
                totals.written += access.writes() ? access.length() : 0;
                totals.sampling = access.sampling();
            }

            @Override
            public void end(FileHistory history) {
                history.ranges()
                        .forEach((bytes, reads, coreReads, io, live) ->
                                totals.touched = totals.touched.plus(Touched.of(bytes, io, EVERY_IO)));
                if (totals.read + totals.written > 0) {
                    files.put(file.key(), totals);
                }
            }
        };
    }

    @Override
    public void merge(FileTotals later) {
        files.putAll(later.files);
    }

    @Override
    public void transfer(Fields fields) throws IOException {
        fields.map(
                files,
                0,
                OfFile::new,
                (stream, key) -> (int) stream.number(key),
                (stream, totals) -> totals.transfer(stream));
    }
}
