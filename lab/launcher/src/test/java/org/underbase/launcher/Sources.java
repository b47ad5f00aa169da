package org.underbase.launcher;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Files of the checkout, without what a build creates. */
final class Sources {
    /** The checkout. */
    static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

    private Sources() {}

    /**
     * Finds files by their suffix.
     *
     * @param suffix end of the file names
     * @return paths relative to the checkout, sorted
     */
    static List<Path> withSuffix(String suffix) throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(Files::isRegularFile)
                    .map(ROOT::relativize)
                    .filter(file -> file.toString().endsWith(suffix))
                    .filter(Sources::isTracked)
                    .sorted()
                    .toList();
        }
    }

    private static boolean isTracked(Path file) {
        for (Path part : file) {
            String name = part.toString();
            if (name.equals("target") || name.equals(".underbase") || name.equals(".git") || name.equals("report")) {
                return false;
            }
        }
        return true;
    }

    /**
     * Reads a list from the package of this class: one entry per line; lines that begin with {@code #} are comments.
     *
     * @param resource name of the list
     * @return its entries
     */
    static List<String> list(String resource) throws IOException {
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(Sources.class.getResourceAsStream(resource), StandardCharsets.UTF_8))) {
            return lines.lines()
                    .map(line -> line.replaceFirst("^#.*", "").strip())
                    .filter(line -> !line.isEmpty())
                    .toList();
        }
    }
}
