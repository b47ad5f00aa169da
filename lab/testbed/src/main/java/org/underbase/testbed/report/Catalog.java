package org.underbase.testbed.report;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Benchmarks or soaks on the class path.
 *
 * @param <T> {@link Benchmark} or {@link Soak}
 */
public final class Catalog<T extends Named> {
    private final List<T> entries;

    private Catalog(List<T> entries) {
        this.entries = entries;
    }

    /**
     * Loads all services of a type.
     *
     * @param type the service's interface
     */
    public static <T extends Named> Catalog<T> of(Class<T> type) {
        return of(type, List.of());
    }

    /**
     * Loads all services of a type and adds entries from another source.
     *
     * @param type the service's interface
     * @param more further entries
     */
    public static <T extends Named> Catalog<T> of(Class<T> type, List<? extends T> more) {
        return new Catalog<>(
                Stream.concat(ServiceLoader.load(type).stream().map(ServiceLoader.Provider::get), more.stream())
                        .sorted(Comparator.comparing(Named::name))
                        .toList());
    }

    /** Returns all entries, sorted by name. */
    public List<T> entries() {
        return entries;
    }

    /**
     * Finds an entry.
     *
     * @param name name of the entry
     */
    public Optional<T> find(String name) {
        return entries.stream().filter(entry -> entry.name().equals(name)).findFirst();
    }

    /** Returns the names, separated by commas, for a message. */
    public String names() {
        return entries.stream().map(Named::name).collect(Collectors.joining(", "));
    }

    /** Returns one line per entry with its name and description. */
    public String listing() {
        int width =
                entries.stream().mapToInt(entry -> entry.name().length()).max().orElse(1);
        return entries.stream()
                .map(entry -> String.format("%-" + width + "s  %s%n", entry.name(), entry.description()))
                .collect(Collectors.joining());
    }
}
