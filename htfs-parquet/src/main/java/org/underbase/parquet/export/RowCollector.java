package org.underbase.parquet.export;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Consumer;
import org.underbase.analysis.catalog.FileCatalog;
import org.underbase.analysis.operator.ProcessKey;
import org.underbase.htfs.format.TraceEvent;
import org.underbase.parquet.row.EventRow;
import org.underbase.parquet.row.RowSorter;

/** Conversion of events to rows with the keys of their files. */
final class RowCollector implements Consumer<TraceEvent> {
    private final FileCatalog catalog;
    private final RowSorter rows;
    private ProcessKey process = new ProcessKey("", "");
    private int number = -1;
    private long events;

    RowCollector(FileCatalog catalog, RowSorter rows) {
        this.catalog = catalog;
        this.rows = rows;
    }

    long events() {
        return events;
    }

    @Override
    public void accept(TraceEvent event) {
        if (!process.process().equals(event.process()) || !process.host().equals(event.host())) {
            process = new ProcessKey(event.host(), event.process());
            number = catalog.process(process);
        }
        try {
            rows.add(new EventRow(event, catalog.key(number, event.fileId(), event.startNanos())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        events++;
    }
}
