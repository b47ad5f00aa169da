package org.underbase.analysis.mapreduce;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.underbase.analysis.figure.AllFigures;
import org.underbase.analysis.figure.AllFigures.AllPartials;
import org.underbase.analysis.figure.TraceFacts;
import org.underbase.analysis.stage.Settings;

/** Input of the second job besides the trace: the catalog and the facts of the whole trace, equal on all nodes. */
final class FiguresTask {
    private static final String CATALOG = "underbase.analysis.catalog";

    private final AllFigures figures;
    private final TraceFacts trace;
    /** Empty if no figure needs the files of the trace. */
    private final Optional<CatalogFiles> catalog;

    private final CatalogFiles.Index index;

    FiguresTask(Configuration job) throws IOException {
        Settings settings = TaskSettings.read(job);
        figures = settings.figures();
        catalog = Optional.ofNullable(job.get(CATALOG)).map(path -> new CatalogFiles(job, new Path(path)));
        index = catalog.isPresent() ? catalog.get().index() : CatalogFiles.Index.NONE;
        trace = new TraceFacts(
                settings.assumptions(),
                settings.definitions(),
                index.firstNanos(),
                index.lastNanos(),
                settings.usedBytes(),
                index.notes());
    }

    /** Sets the catalog of a job. */
    static void configure(Configuration job, Path catalog) {
        job.set(CATALOG, catalog.toString());
    }

    AllFigures figures() {
        return figures;
    }

    TraceFacts trace() {
        return trace;
    }

    /** Creates empty states. */
    AllPartials start() {
        return figures.start(trace);
    }

    /** Returns the keys of the files; empty if no figure needs them. */
    Optional<StoredKeys> keys() {
        return catalog.map(stored -> new StoredKeys(stored, index));
    }

    /** Returns the number of files. */
    int files() {
        return index.files();
    }

    /** Opens the facts of all files, in the order of their keys. */
    DataInputStream facts() throws IOException {
        return catalog.isPresent() ? catalog.get().facts() : new DataInputStream(InputStream.nullInputStream());
    }
}
