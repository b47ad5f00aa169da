package org.underbase.testbed;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** Class path of daemons: this JVM's class path and unpacked web pages. */
final class ClassPath {
    private ClassPath() {}

    /** Returns the existing entries of this JVM's class path, as absolute paths. */
    static List<Path> own() {
        List<Path> result = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path path = Path.of(entry).toAbsolutePath().normalize();
            if (!entry.isEmpty() && Files.exists(path)) {
                result.add(path);
            }
        }
        return result;
    }

    /**
     * Unpacks the web pages of Hadoop and HBase once for all daemons; otherwise each start of a daemon unpacks the whole jar
     * that contains them. Hadoop's pages are in the {@code tests} jar of hadoop-hdfs. Without this jar, Hadoop's daemons get
     * the empty directories that they need to start: their pages are missing, and /jmx works.
     *
     * @param directory directory of the cluster
     * @return directory for the class path
     */
    static Path unpackWebPages(Path directory) throws IOException {
        Path root = directory.resolve("web");
        unpack("webapps/", "hdfs", root);
        unpack("hbase-webapps/", "master", root);
        for (String application : List.of("hdfs", "datanode", "journal", "static")) {
            Files.createDirectories(root.resolve("webapps").resolve(application));
        }
        return root;
    }

    private static void unpack(String prefix, String application, Path root) throws IOException {
        Optional<Path> source = jarWith(prefix + application);
        if (source.isEmpty()) {
            return;
        }
        try (JarFile jar = new JarFile(source.get().toFile())) {
            for (Enumeration<JarEntry> entries = jar.entries(); entries.hasMoreElements(); ) {
                JarEntry entry = entries.nextElement();
                Path target = root.resolve(entry.getName()).normalize();
                if (entry.getName().startsWith(prefix) && !entry.isDirectory() && target.startsWith(root)) {
                    Files.createDirectories(target.getParent());
                    try (InputStream in = jar.getInputStream(entry)) {
                        Files.copy(in, target, StandardCopyOption.REPLACE_EXISTING);
                    }
                }
            }
        }
    }

    private static Optional<Path> jarWith(String resource) throws IOException {
        for (URL url : Collections.list(ClassPath.class.getClassLoader().getResources(resource))) {
            if (url.openConnection() instanceof JarURLConnection connection) {
                return Optional.of(Path.of(URI.create(connection.getJarFileURL().toString())));
            }
        }
        return Optional.empty();
    }
}
