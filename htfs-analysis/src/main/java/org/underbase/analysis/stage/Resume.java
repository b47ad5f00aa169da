package org.underbase.analysis.stage;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.underbase.analysis.access.AccessStore;
import org.underbase.analysis.operator.FieldInput;
import org.underbase.analysis.operator.FieldOutput;
import org.underbase.analysis.operator.Partial;
import org.underbase.analysis.run.EventSource;
import org.underbase.analysis.run.Progress;

/** Stages that continue from their kept states, or are computed and kept; without a place to keep them, they are computed. */
final class Resume implements Closeable {
    private static final String CATALOG = "catalog";
    private static final String CALLS = "calls";
    private static final String CHUNKS = "chunks-";
    private static final String FILES = "files-";

    private final Optional<KeptStages> kept;
    private final List<? extends EventSource> sources;
    private final Progress progress;

    /** Computation of a state. */
    @FunctionalInterface
    interface Computation<P> {
        P compute() throws IOException, InterruptedException;
    }

    Resume(Optional<KeptStages> kept, List<? extends EventSource> sources, Progress progress) {
        this.kept = kept;
        this.sources = sources;
        this.progress = progress;
    }

    /** Returns the records of the catalog. */
    <P extends Partial<P>> P catalog(P empty, Computation<P> computation) throws IOException, InterruptedException {
        if (kept.isPresent() && kept.get().has(CATALOG)) {
            progress.remark("resumed: after stage 1 of an earlier run");
            return read(CATALOG, empty);
        }
        P state = computation.compute();
        if (kept.isPresent()) {
            // Later stages depend on this one.
            kept.get().clear();
            write(CATALOG, state);
        }
        return state;
    }

    /** Returns the sums of all events, and fills the store with the accesses that the third stage still needs. */
    <P extends Partial<P>> P calls(P empty, AccessStore store, Computation<P> computation)
            throws IOException, InterruptedException {
        if (kept.isPresent() && hasCalls()) {
            progress.remark("resumed: after stage 2 of an earlier run");
            for (int i = 0; i < AccessStore.PARTITIONS; i++) {
                if (!kept.get().has(FILES + i)) {
                    kept.get().read(CHUNKS + i, store::read);
                }
            }
            return read(CALLS, empty);
        }
        P state = computation.compute();
        if (kept.isPresent()) {
            for (int i = 0; i < AccessStore.PARTITIONS; i++) {
                int number = i;
                kept.get().write(CHUNKS + i, out -> store.write(number, out));
            }
            write(CALLS, state);
        }
        return state;
    }

    private boolean hasCalls() throws IOException {
        for (int i = 0; i < AccessStore.PARTITIONS; i++) {
            if (!kept.get().has(CHUNKS + i)) {
                return false;
            }
        }
        return kept.get().has(CALLS);
    }

    /** Returns the sums of the files of one partition. */
    <P extends Partial<P>> P files(int partition, P empty, Computation<P> computation)
            throws IOException, InterruptedException {
        String name = FILES + partition;
        if (kept.isPresent() && kept.get().has(name)) {
            kept.get().read(name, in -> empty.transfer(new FieldInput(in)));
            return empty;
        }
        P state = computation.compute();
        if (kept.isPresent()) {
            kept.get().write(name, out -> state.transfer(new FieldOutput(out)));
        }
        return state;
    }

    private <P extends Partial<P>> P read(String name, P empty) throws IOException {
        kept.orElseThrow().read(name, in -> {
            for (EventSource source : sources) {
                source.readState(in);
            }
            empty.transfer(new FieldInput(in));
        });
        return empty;
    }

    private <P extends Partial<P>> void write(String name, P state) throws IOException {
        kept.orElseThrow().write(name, out -> {
            for (EventSource source : sources) {
                source.writeState(out);
            }
            state.transfer(new FieldOutput(out));
        });
    }

    /** Deletes the states after the end of the analysis. */
    void end() throws IOException {
        if (kept.isPresent()) {
            kept.get().delete();
        }
    }

    @Override
    public void close() throws IOException {
        if (kept.isPresent()) {
            kept.get().close();
        }
    }
}
