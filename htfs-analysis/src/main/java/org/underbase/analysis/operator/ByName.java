package org.underbase.analysis.operator;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * State by the name of a host, thread or user. Successive events mostly have the same one, whose lookup costs a comparison of
 * identical strings. One thread at a time.
 *
 * @param <T> state of a name
 */
public final class ByName<T> {
    private final Map<String, T> states = new HashMap<>();
    private final Supplier<T> fresh;
    private String lastName = "";
    private T last;

    public ByName(Supplier<T> fresh) {
        this.fresh = fresh;
    }

    /** Returns the state of a name, created on first use. */
    public T of(String name) {
        if (last == null || !name.equals(lastName)) {
            last = states.computeIfAbsent(name, key -> fresh.get());
            lastName = name;
        }
        return last;
    }

    /** Adds other states; {@code join} merges its second argument into its first. */
    public void merge(ByName<T> later, BiConsumer<T, T> join) {
        later.states.forEach((name, state) -> {
            T mine = states.putIfAbsent(name, state);
            if (mine != null) {
                join.accept(mine, state);
            }
        });
    }

    /** Passes all states. */
    public void transfer(Fields fields, Fields.Transfer<T> values) throws IOException {
        SortedMap<String, T> sorted = sorted();
        fields.map(sorted, "", fresh, Fields::text, values);
        states.putAll(sorted);
    }

    /** Returns all states by their names. */
    public SortedMap<String, T> sorted() {
        return new TreeMap<>(states);
    }
}
