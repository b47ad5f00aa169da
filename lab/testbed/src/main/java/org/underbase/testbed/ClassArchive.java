package org.underbase.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Archive of parsed and verified classes, which JVMs map instead of reading the classes from jars (class data sharing,
 * JEP 310). With it the start of a daemon takes half of the processor time. A JVM uses the archive only if its class path
 * begins with the jars of the archive in the same order; it ignores an archive that does not match.
 *
 * @param file the archive
 * @param jars its jars; they contain no configuration and no web pages, so that these may follow them
 */
record ClassArchive(Path file, List<Path> jars) {
    /** System property with the path of the archive. Without it daemons start without an archive. */
    static final String PROPERTY = "underbase.testbed.class.archive";

    /** Reads the archive that the system property names, if it exists and its jars are on the class path. */
    static Optional<ClassArchive> configured(List<Path> classPath) throws IOException {
        String path = System.getProperty(PROPERTY, "");
        if (path.isEmpty() || !Files.exists(Path.of(path)) || !Files.exists(listOf(Path.of(path)))) {
            return Optional.empty();
        }
        Path file = Path.of(path).toAbsolutePath();
        List<Path> jars =
                Files.readAllLines(listOf(file)).stream().map(Path::of).toList();
        return classPath.containsAll(jars) ? Optional.of(new ClassArchive(file, jars)) : Optional.empty();
    }

    /** Returns the file that lists the jars of an archive, one path per line. */
    static Path listOf(Path file) {
        return file.resolveSibling(file.getFileName() + ".jars");
    }

    /** Returns the JVM options that use the archive. */
    List<String> options() {
        // An archive that does not match is no reason for a warning on standard output.
        return List.of("-XX:SharedArchiveFile=" + file, "-Xlog:cds=off", "-Xlog:class+path=off");
    }

    /** Returns a class path with the jars of the archive first. */
    List<Path> first(List<Path> classPath) {
        Set<Path> all = new LinkedHashSet<>(jars);
        all.addAll(classPath);
        return new ArrayList<>(all);
    }
}
