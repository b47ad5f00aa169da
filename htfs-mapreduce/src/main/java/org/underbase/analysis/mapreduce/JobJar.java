package org.underbase.analysis.mapreduce;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Jar of the jobs with all libraries of a task besides Hadoop. It contains those from which this process has loaded its classes,
 * so that the versions are equal, also in a checkout without jars.
 */
final class JobJar {
    /** One class of each library. */
    private static final List<String> CLASSES = List.of(
            "org.underbase.analysis.mapreduce.JobJar",
            "org.underbase.analysis.Analysis",
            "org.underbase.htfs.format.TraceFiles",
            "org.underbase.operator.output.JsonText",
            "com.fasterxml.jackson.databind.ObjectMapper",
            "com.fasterxml.jackson.core.JsonFactory",
            "com.fasterxml.jackson.annotation.JsonProperty",
            "com.github.luben.zstd.Zstd",
            "org.agrona.collections.Long2ObjectHashMap",
            "org.HdrHistogram.Histogram");

    private JobJar() {}

    /** Creates the jar in a directory. */
    static Path create(Path directory) throws IOException {
        Path jar = directory.resolve("underbase-analysis.jar");
        try (ZipOutputStream out = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(jar)))) {
            int number = 0;
            for (Path library : libraries()) {
                out.putNextEntry(new ZipEntry("lib/" + number++ + "-" + library.getFileName() + ".jar"));
                if (Files.isDirectory(library)) {
                    out.write(jarOf(library));
                } else {
                    Files.copy(library, out);
                }
                out.closeEntry();
            }
        }
        return jar;
    }

    /** Packs the classes of a module that was compiled but not packaged. */
    private static byte[] jarOf(Path classes) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(bytes);
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                out.putNextEntry(new ZipEntry(classes.relativize(file).toString()));
                Files.copy(file, out);
                out.closeEntry();
            }
        }
        return bytes.toByteArray();
    }

    private static Set<Path> libraries() throws IOException {
        Set<Path> libraries = new LinkedHashSet<>();
        for (String name : CLASSES) {
            try {
                libraries.add(Path.of(Class.forName(name, false, JobJar.class.getClassLoader())
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI()));
            } catch (ClassNotFoundException | URISyntaxException e) {
                throw new IOException("cannot find the library of " + name + " for the job: " + e.getMessage(), e);
            }
        }
        return libraries;
    }
}
