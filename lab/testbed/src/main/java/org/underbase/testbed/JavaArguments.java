package org.underbase.testbed;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * JVM options in a file for {@code java @FILE}: the class path is too long for a command line, and a daemon can be started
 * again from its directory.
 *
 * @param file path of the file
 */
record JavaArguments(Path file) {
    /** Packages that HBase and the Hadoop client access by reflection on JDK 17 and newer. */
    private static final List<String> OPENS = List.of(
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED");

    private static final int FIRST_WITH_NATIVE_ACCESS_WARNING = 24;

    /**
     * Writes the file.
     *
     * @param home directory of the process, for its temporary files
     * @param conf configuration directory; only the jars of the archive precede it on the class path
     * @param classPath further entries of the class path
     * @param archive archive of classes
     * @param options options after the common options, which they override
     * @return the written options
     */
    static JavaArguments write(
            Path home, Path conf, List<Path> classPath, Optional<ClassArchive> archive, List<String> options)
            throws IOException {
        Path temporary = Files.createDirectories(home.resolve("tmp"));
        List<String> lines = new ArrayList<>(OPENS);
        if (Runtime.version().feature() >= FIRST_WITH_NATIVE_ACCESS_WARNING) {
            lines.add("--enable-native-access=ALL-UNNAMED");
        }
        // Many JVMs share few cores: one garbage collector thread per JVM.
        lines.add("-XX:+UseSerialGC");
        // Otherwise a killed JVM leaves a file in the machine's temporary directory.
        lines.add("-XX:-UsePerfData");
        lines.add("-XX:+ExitOnOutOfMemoryError");
        lines.add("-XX:ErrorFile=" + home.resolve("hs_err.log"));
        lines.add("-Djava.io.tmpdir=" + temporary);
        lines.add("-Djava.net.preferIPv4Stack=true");
        archive.ifPresent(each -> lines.addAll(each.options()));
        lines.addAll(options);
        List<Path> entries = new ArrayList<>(List.of(conf));
        entries.addAll(classPath);
        List<Path> ordered = archive.map(each -> each.first(entries)).orElse(entries);
        lines.add("-cp");
        lines.add(ordered.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
        Path file = home.resolve("java.args");
        Files.write(file, lines.stream().map(JavaArguments::quote).toList());
        return new JavaArguments(file);
    }

    /** Returns the command that runs a class with these options. */
    List<String> command(String mainClass, List<String> arguments) {
        return command(List.of(), mainClass, arguments);
    }

    /** Returns the command that runs a class with these options and some that a list of processes shows. */
    List<String> command(List<String> shown, String mainClass, List<String> arguments) {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(shown);
        words.add("@" + file);
        words.add(mainClass);
        words.addAll(arguments);
        return words;
    }

    private static String quote(String line) {
        return '"' + line.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
