package org.underbase.testbed;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Configuration keys, JVM options and class paths of a {@link ClusterRecipe}. Not thread-safe. */
final class RecipeSettings {
    private final Map<String, String> all = new LinkedHashMap<>();
    private final Map<String, String> hbase = new LinkedHashMap<>();
    private final Map<Role, Map<String, String>> roles = new EnumMap<>(Role.class);
    private final Map<Role, List<String>> jvmOptions = new EnumMap<>(Role.class);
    private final Map<Role, List<Path>> firstOnClassPath = new EnumMap<>(Role.class);
    private final List<Path> classPath = new ArrayList<>();

    void set(String key, String value) {
        all.put(key, value);
    }

    void setHBase(String key, String value) {
        hbase.put(key, value);
    }

    void set(Role role, String key, String value) {
        roles.computeIfAbsent(role, r -> new LinkedHashMap<>()).put(key, value);
    }

    void setDefault(String key, String value) {
        all.putIfAbsent(key, value);
    }

    void setHBaseDefault(String key, String value) {
        if (!all.containsKey(key)) {
            hbase.putIfAbsent(key, value);
        }
    }

    void setDefault(Role role, String key, String value) {
        if (!all.containsKey(key)) {
            roles.computeIfAbsent(role, r -> new LinkedHashMap<>()).putIfAbsent(key, value);
        }
    }

    /** Adds a word to a comma-separated list in hbase-site.xml unless the list contains the word. */
    void appendHBase(String key, String word) {
        String list = hbase.getOrDefault(key, all.getOrDefault(key, ""));
        if (list.isEmpty()) {
            hbase.put(key, word);
        } else if (!List.of(list.split(",", -1)).contains(word)) {
            hbase.put(key, list + "," + word);
        }
    }

    void jvmOptions(Role role, List<String> options) {
        jvmOptions.computeIfAbsent(role, r -> new ArrayList<>()).addAll(options);
    }

    void classPath(List<Path> entries) {
        classPath.addAll(entries);
    }

    void firstOnClassPath(Role role, Path entry) {
        firstOnClassPath.computeIfAbsent(role, r -> new ArrayList<>()).add(entry);
    }

    Map<String, String> all() {
        return Collections.unmodifiableMap(new LinkedHashMap<>(all));
    }

    Map<String, String> hbase() {
        return Collections.unmodifiableMap(new LinkedHashMap<>(hbase));
    }

    Map<Role, Map<String, String>> roles() {
        return copy(roles);
    }

    Map<Role, List<String>> jvmOptions() {
        return copy(jvmOptions);
    }

    Map<Role, List<Path>> firstOnClassPath() {
        return copy(firstOnClassPath);
    }

    List<Path> classPath() {
        return List.copyOf(classPath);
    }

    private static <V> Map<Role, V> copy(Map<Role, V> map) {
        return Collections.unmodifiableMap(map.isEmpty() ? new EnumMap<>(Role.class) : new EnumMap<>(map));
    }
}
