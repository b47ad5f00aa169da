package org.underbase.exalt.harness.report;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Derivation of camelCase names in JSON from labels of tables, such as {@code heapMb} from {@code heap MB}. */
final class JsonId {
    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9]+");
    private static final Pattern HEAD = Pattern.compile("[A-Z]+(?=[A-Z][a-z])|[A-Z]+$|[A-Z]");

    private JsonId() {}

    /**
     * Derives a name.
     *
     * @param label label of a table column, a group of processes or a fact
     * @return camelCase name; {@code /s} becomes {@code PerSecond}, {@code %} becomes {@code Percent}
     */
    static String of(String label) {
        String words = label.replace("/s", " per second").replace("%", " percent");
        StringBuilder id = new StringBuilder();
        Matcher word = WORD.matcher(words);
        while (word.find()) {
            String next = word.group();
            id.append(
                    id.isEmpty()
                            ? HEAD.matcher(next)
                                    .replaceFirst(head -> head.start() > 0
                                            ? head.group()
                                            : head.group().toLowerCase(Locale.ROOT))
                            : next.substring(0, 1).toUpperCase(Locale.ROOT) + next.substring(1));
        }
        return id.toString();
    }

    /**
     * Copies a map with derived names as keys.
     *
     * @param byLabel values by label
     * @return values by name, sorted
     */
    static <V> Map<String, V> keys(Map<String, V> byLabel) {
        Map<String, V> result = new TreeMap<>();
        byLabel.forEach((label, value) -> result.put(of(label), value));
        return result;
    }
}
