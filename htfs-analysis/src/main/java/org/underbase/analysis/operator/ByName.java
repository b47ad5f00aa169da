package org.underbase.analysis.operator;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * State by the name of a host, thread or user. Few names alternate in successive events: their lookup costs a comparison of
 * identical strings. One thread at a time.
 *
 * @param <T> state of a name
 */
public final class ByName<T> {
    private static final int RECENT = 64;

    private final Map<String, T> states = new HashMap<>();
    private final Supplier<T> fresh;
    /** The last name of each hash. */
    private final String[] recent = new String[RECENT];

    private final List<T> ofRecent = new ArrayList<>(Collections.nCopies(RECENT, null));

    public ByName(Supplier<T> fresh) {
        this.fresh = fresh;
    }

    /** Returns the state of a name, created on first use. */
    public T of(String name) {
        int at = name.hashCode() & (RECENT - 1);
        if (!name.equals(recent[at])) {
            ofRecent.set(at, states.computeIfAbsent(name, key -> fresh.get()));
        }
        recent[at] = name;
        return ofRecent.get(at);
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
