package org.underbase.localcompact.worker;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checksum of this module's classes: two builds of one version, such as a snapshot, may merge differently. */
final class ModuleCode {
    private static final Logger LOG = LoggerFactory.getLogger(ModuleCode.class);

    /** Checksum in hexadecimal digits; {@link Fingerprint#build} computes it when the server starts. */
    static final String CHECKSUM = of(ModuleCode.class);

    private ModuleCode() {}

    /** Computes the checksum of the jar or directory of a class. */
    static String of(Class<?> member) {
        try {
            Path source = Path.of(
                    member.getProtectionDomain().getCodeSource().getLocation().toURI());
            if (Files.isDirectory(source)) {
                return checksum(source);
            }
            try (FileSystem jar = FileSystems.newFileSystem(source)) {
                return checksum(jar.getPath("/"));
            }
        } catch (IOException | URISyntaxException | RuntimeException e) {
            // Not thrown: in a static initializer it would be an Error, which ends the compaction instead of falling
            // back.
            LOG.warn(
                    "Cannot read the classes of local compaction: servers with a known checksum reject the merges of this"
                            + " server; put the module's jar on the class path of a local file system",
                    e);
            return "unknown";
        }
    }

    /** Computes the checksum of the class files below a directory, independent of their order and times. */
    static String checksum(Path root) throws IOException {
        CRC32 crc = new CRC32();
        for (Path each : classes(root)) {
            crc.update(root.relativize(each).toString().getBytes(StandardCharsets.UTF_8));
            crc.update(Files.readAllBytes(each));
        }
        return Long.toHexString(crc.getValue());
    }

    private static List<Path> classes(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(".class"))
                    .sorted()
                    .toList();
        }
    }
}
