package org.underbase.analysis.operator;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.underbase.htfs.format.TraceEvent;

/**
 * State by traced process, because IDs of files and streams are unique only within a process. The lookup for the process of
 * the previous event costs two comparisons of identical strings. One thread at a time.
 *
 * @param <T> state of a process
 */
public final class ByProcess<T> {
    private final Map<ProcessKey, T> states = new HashMap<>();
    private final Supplier<T> fresh;
    private String lastHost = "";
    private String lastProcess = "";
    private T last;

    public ByProcess(Supplier<T> fresh) {
        this.fresh = fresh;
    }

    /** Returns the state of the event's process, created on first use. */
    public T of(TraceEvent event) {
        String process = event.process();
        String host = event.host();
        if (last == null || !process.equals(lastProcess) || !host.equals(lastHost)) {
            last = states.computeIfAbsent(new ProcessKey(host, process), key -> fresh.get());
            lastHost = host;
            lastProcess = process;
        }
        return last;
    }

    /** Adds the states of a later part; {@code join} merges its second argument into its first. */
    public void merge(ByProcess<T> later, BiConsumer<T, T> join) {
        later.states.forEach((key, state) -> {
            T mine = states.putIfAbsent(key, state);
            if (mine != null) {
                join.accept(mine, state);
            }
        });
    }

    /** Passes all states. */
    public void transfer(Fields fields, Fields.Transfer<T> values) throws IOException {
        SortedMap<ProcessKey, T> sorted = sorted();
        fields.map(
                sorted,
                new ProcessKey("", ""),
                fresh,
                (stream, key) -> new ProcessKey(stream.text(key.host()), stream.text(key.process())),
                values);
        states.putAll(sorted);
    }

    /** Returns all states, ordered by host and process. */
    public SortedMap<ProcessKey, T> sorted() {
        return new TreeMap<>(states);
    }
}
