package org.underbase.analysis.stage;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.underbase.analysis.access.Access;
import org.underbase.analysis.access.AccessCollector;
import org.underbase.analysis.access.AccessStore;
import org.underbase.analysis.access.FileDetail;
import org.underbase.analysis.access.TempDirectory;
import org.underbase.analysis.catalog.CatalogNotes;
import org.underbase.analysis.catalog.CatalogPartial;
import org.underbase.analysis.catalog.FileCatalog;
import org.underbase.analysis.figure.AllFigures;
import org.underbase.analysis.figure.AllFigures.AllPartials;
import org.underbase.analysis.figure.AllFigures.OneFile;
import org.underbase.analysis.figure.Figures;
import org.underbase.analysis.figure.Format;
import org.underbase.analysis.figure.TraceFacts;
import org.underbase.analysis.operator.EventPartial;
import org.underbase.analysis.operator.Fields;
import org.underbase.analysis.operator.Operator;
import org.underbase.analysis.run.EventSource;
import org.underbase.analysis.run.InProcessRunner;
import org.underbase.analysis.run.Progress;
import org.underbase.htfs.format.BlockCursor;
import org.underbase.htfs.format.TraceEvent;
import org.underbase.operator.output.PrintableText;

/**
 * The stages of an analysis in one process. The first pass over the events computes the {@linkplain FileCatalog catalog}. The
 * second one passes them to the figures and collects the accesses by file. Then each file's accesses pass by in the order of
 * time.
 */
public final class Stages {
    private static final int STAGES = 3;

    private final AllFigures figures;
    private final InProcessRunner runner;
    private final Settings settings;
    private final Optional<KeptStages> kept;

    public Stages(AllFigures figures, InProcessRunner runner, Settings settings) {
        this(figures, runner, settings, Optional.empty());
    }

    /**
     * @param kept where to keep finished stages; closed at the end of a run
     */
    public Stages(AllFigures figures, InProcessRunner runner, Settings settings, Optional<KeptStages> kept) {
        this.figures = figures;
        this.runner = runner;
        this.settings = settings;
        this.kept = kept;
    }

    /**
     * Computes the figures.
     *
     * @param sources events, in the order of the trace; each source is read twice, or once if no figure needs files
     * @param progress receives the progress of each stage
     * @throws IOException if a source is unreadable, or a temporary file cannot be written
     * @throws InterruptedException if the calling thread is interrupted; all threads are stopped
     */
    public Figures run(List<? extends EventSource> sources, Progress progress)
            throws IOException, InterruptedException {
        if (figures.detail() == FileDetail.NONE) {
            TraceFacts trace = new TraceFacts(
                    settings.assumptions(), settings.definitions(), 0, 0, settings.usedBytes(), CatalogNotes.NONE);
            progress.begin(new Progress.Stage(1, 1, "calls", Progress.Unit.BYTES));
            return figures.finish(runner.run(new EventPass(trace), sources, progress), trace);
        }
        try (Resume resume = new Resume(kept, sources, progress)) {
            Figures results = resumable(sources, progress, resume);
            resume.end();
            return results;
        }
    }

    private Figures resumable(List<? extends EventSource> sources, Progress progress, Resume resume)
            throws IOException, InterruptedException {
        progress.begin(new Progress.Stage(1, STAGES, "files of the trace", Progress.Unit.BYTES));
        Operator<CatalogPartial, CatalogPartial> records = FileCatalog.records();
        FileCatalog catalog = settings.catalog(
                resume.catalog(records.start(), () -> runner.run(records, sources, progress)), () -> {});
        TraceFacts trace =
                new TraceFacts(settings.assumptions(), settings.definitions(), catalog, settings.usedBytes());
        try (AccessStore store =
                new AccessStore(TempDirectory.in(settings.temporary()), settings.memoryBytes(), runner.threads())) {
            progress.begin(new Progress.Stage(2, STAGES, "calls", Progress.Unit.BYTES));
            AllPartials sums = resume.calls(
                    figures.start(trace),
                    store,
                    () -> runner.run(new AccessPass(catalog, store, trace), sources, progress));
            progress.begin(new Progress.Stage(STAGES, STAGES, "calls on each file", Progress.Unit.FILES));
            FileMeter meter = new FileMeter(catalog, progress);
            List<Callable<AllPartials>> partitions = new ArrayList<>();
            for (int i = 0; i < AccessStore.PARTITIONS; i++) {
                int number = i;
                partitions.add(
                        () -> resume.files(number, figures.start(trace), () -> files(meter, store, number, trace)));
            }
            Figures results = figures.finish(runner.merge(sums, partitions), trace);
            progress.spilled(store.spilledBytes());
            return results;
        }
    }

    private AllPartials files(FileMeter meter, AccessStore store, int number, TraceFacts trace) throws IOException {
        AllPartials sums = figures.start(trace);
        store.forEach(number, meter.catalog.size(), new AccessStore.Files() {
            private OneFile current;

            @Override
            public Consumer<Access> begin(int file) throws IOException {
                if (Thread.interrupted()) {
                    throw new InterruptedIOException("the analysis was stopped");
                }
                current = sums.file(meter.catalog.file(file));
                return current::add;
            }

            @Override
            public void end() {
                current.end();
                meter.end();
            }

            @Override
            public void large(int file, long accesses) {
                meter.large(file, accesses);
            }
        });
        return sums;
    }

    /** Progress of the third stage. */
    private static final class FileMeter {
        private final FileCatalog catalog;
        private final Progress progress;
        private long done;

        private FileMeter(FileCatalog catalog, Progress progress) {
            this.catalog = catalog;
            this.progress = progress;
        }

        private synchronized void end() {
            progress.done(++done, catalog.size());
        }

        private synchronized void large(int file, long accesses) {
            progress.remark("large: " + PrintableText.of(catalog.file(file).path()) + " has " + Format.count(accesses)
                    + " calls; one that is read in many parts needs about 100 bytes per part");
        }
    }

    /** The only pass over the events, for figures that need no files. */
    private final class EventPass implements Operator<AllPartials, AllPartials> {
        private final TraceFacts trace;

        private EventPass(TraceFacts trace) {
            this.trace = trace;
        }

        @Override
        public AllPartials start() {
            return figures.start(trace);
        }

        @Override
        public AllPartials finish(AllPartials whole) {
            return whole;
        }
    }

    /** The second pass over the events. */
    private final class AccessPass implements Operator<Part, AllPartials> {
        private final FileCatalog catalog;
        private final AccessStore store;
        private final TraceFacts trace;

        private AccessPass(FileCatalog catalog, AccessStore store, TraceFacts trace) {
            this.catalog = catalog;
            this.store = store;
            this.trace = trace;
        }

        @Override
        public Part start() {
            return start(0);
        }

        @Override
        public Part start(int part) {
            return new Part(
                    figures.start(trace),
                    new AccessCollector(
                            catalog,
                            store,
                            part,
                            figures.detail(),
                            trace.definitions().systemInCore()));
        }

        @Override
        public void end(Part part) throws IOException {
            part.accesses.end();
        }

        @Override
        public AllPartials finish(Part whole) {
            return whole.sums;
        }
    }

    private record Part(AllPartials sums, AccessCollector accesses) implements EventPartial<Part> {
        @Override
        public void accept(TraceEvent event) {
            sums.accept(event);
            accesses.accept(event);
        }

        @Override
        public void acceptAll(BlockCursor block) {
            sums.acceptAll(block);
            block.rewind();
            accesses.acceptAll(block);
        }

        @Override
        public boolean readsDurations() {
            return sums.readsDurations();
        }

        @Override
        public void transfer(Fields fields) throws IOException {
            sums.transfer(fields);
        }

        @Override
        public void merge(Part later) {
            sums.merge(later.sums);
        }
    }
}
