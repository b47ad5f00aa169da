package org.underbase.exalt.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;

/** JDKs of this machine that the agent supports: one per version, including the JDK of this JVM. */
public final class Jdks {
    private static final List<String> FEATURES = List.of("17", "21", "25");
    private static final Path INSTALLED = Path.of("/usr/lib/jvm");

    private Jdks() {}

    /**
     * Finds the JDKs in {@code /usr/lib/jvm}, in the paths of {@code -Dexalt.jdks=/one:/two}, and the JDK of this JVM.
     *
     * @return homes of the JDKs, ordered by version
     * @throws IOException if a directory is unreadable
     */
    public static List<Path> all() throws IOException {
        List<Path> homes = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"))));
        for (String each : System.getProperty("exalt.jdks", "").split(":", -1)) {
            if (!each.isEmpty()) {
                homes.add(Path.of(each));
            }
        }
        if (Files.isDirectory(INSTALLED)) {
            try (Stream<Path> installed = Files.list(INSTALLED)) {
                installed.sorted().forEach(homes::add);
            }
        }
        Map<String, Path> byFeature = new TreeMap<>();
        for (Path home : homes) {
            String feature = feature(home);
            if (FEATURES.contains(feature) && Files.isExecutable(home.resolve("bin/java"))) {
                byFeature.putIfAbsent(feature, home);
            }
        }
        return List.copyOf(byFeature.values());
    }

    /**
     * Reads the version of a JDK.
     *
     * @param home home of the JDK
     * @return feature release such as 17; empty if the JDK does not state it
     * @throws IOException if the file {@code release} is unreadable
     */
    public static String feature(Path home) throws IOException {
        Path release = home.resolve("release");
        if (!Files.exists(release)) {
            return "";
        }
        Properties properties = new Properties();
        try (var in = Files.newBufferedReader(release)) {
            properties.load(in);
        }
        String version = properties.getProperty("JAVA_VERSION", "").replace("\"", "");
        return version.contains(".") ? version.substring(0, version.indexOf('.')) : version;
    }
}
