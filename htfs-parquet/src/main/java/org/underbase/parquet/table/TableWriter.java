package org.underbase.parquet.table;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;

/**
 * Writer of a table. The file gets its name with {@link #commit}; before that it has a temporary name in the same directory,
 * which {@link #close} deletes.
 *
 * @param <T> rows
 */
public final class TableWriter<T> implements Closeable {
    private static final int GROUP_ROWS = 1_000_000;
    /** Number of distinct values of a group for which a Bloom filter is sized. */
    private static final int FILTERED_KEYS = 100_000;

    private final Path target;
    private final Path temporary;
    private final ParquetWriter<T> writer;
    private boolean ended;

    /**
     * Creates a file with a temporary name.
     *
     * @param target file to create or replace
     * @param columns columns
     * @param filtered names of the columns with a Bloom filter
     */
    public TableWriter(Path target, List<Column<T>> columns, List<String> filtered) throws IOException {
        this.target = target;
        this.temporary = target.resolveSibling("." + target.getFileName() + ".tmp");
        Files.deleteIfExists(temporary);
        Builder<T> builder = new Builder<>(temporary, columns)
                .withCompressionCodec(CompressionCodecName.ZSTD)
                .withRowGroupRowCountLimit(GROUP_ROWS);
        columns.forEach(column -> builder.withDictionaryEncoding(column.name(), column.repeats()));
        filtered.forEach(name -> builder.withBloomFilterEnabled(name, true).withBloomFilterNDV(name, FILTERED_KEYS));
        this.writer = builder.build();
    }

    /** Adds a row. */
    public void write(T row) throws IOException {
        writer.write(row);
    }

    /** Ends the file; it is then on the disk. */
    public void end() throws IOException {
        ended = true;
        writer.close();
        try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }

    /** Gives the ended file its name. */
    public void commit() throws IOException {
        Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void close() throws IOException {
        try {
            if (!ended) {
                writer.close();
            }
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    private static final class Builder<T> extends ParquetWriter.Builder<T, Builder<T>> {
        private final WriteSupport<T> support;

        private Builder(Path file, List<Column<T>> columns) {
            super(new LocalOutputFile(file));
            this.support = new RowSupport<>(columns);
        }

        @Override
        protected Builder<T> self() {
            return this;
        }

        // Deprecated and abstract.
        @SuppressWarnings("deprecation")
        @Override
        protected WriteSupport<T> getWriteSupport(Configuration conf) {
            return support;
        }
    }
}
