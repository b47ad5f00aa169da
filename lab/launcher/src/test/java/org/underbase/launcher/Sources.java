package org.underbase.launcher;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

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
        List<Path> found = new ArrayList<>();
        // A running cluster in .underbase creates and deletes files at any time, and its disks may fail.
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                return isTracked(directory) ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (Files.isRegularFile(file)
                        && isTracked(file)
                        && file.toString().endsWith(suffix)) {
                    found.add(ROOT.relativize(file));
                }
                return FileVisitResult.CONTINUE;
            }
        });
        found.sort(null);
        return found;
    }

    private static boolean isTracked(Path file) {
        for (Path part : ROOT.relativize(file)) {
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
