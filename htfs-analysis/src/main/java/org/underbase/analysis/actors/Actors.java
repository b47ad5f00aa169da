package org.underbase.analysis.actors;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Bytes by host, thread and user. Each list is ordered by the bytes, largest first, and contains each byte once, also those
 * of lost calls.
 *
 * @param threads threads with equal names are one, also on several hosts
 */
public record Actors(List<OfName> hosts, List<OfName> threads, List<OfName> users) {
    private static final Pattern NUMBER = Pattern.compile("[0-9a-f]{32}|[0-9]+");

    public Actors {
        hosts = sorted(hosts);
        threads = sorted(threads);
        users = sorted(users);
    }

    /** Bytes read and written, estimated for all files if only a fraction is recorded. */
    public record OfName(String name, long read, long written) {
        static final Comparator<OfName> ORDER =
                Comparator.comparingLong(OfName::total).reversed().thenComparing(OfName::name);

        long total() {
            return read + written;
        }

        private OfName plus(OfName other) {
            return new OfName(name, read + other.read, written + other.written);
        }
    }

    /** Returns the bytes of threads whose names differ in numbers only, such as the threads of a pool. */
    public List<OfName> threadGroups() {
        Map<String, OfName> groups = new TreeMap<>();
        for (OfName thread : threads) {
            String group = NUMBER.matcher(thread.name()).replaceAll("#");
            groups.merge(group, new OfName(group, thread.read(), thread.written()), OfName::plus);
        }
        return sorted(List.copyOf(groups.values()));
    }

    private static List<OfName> sorted(List<OfName> names) {
        return names.stream().sorted(OfName.ORDER).toList();
    }

    /** Returns the sum of some names. */
    public static OfName sum(List<OfName> names) {
        return names.stream().reduce(new OfName("", 0, 0), OfName::plus);
    }
}
