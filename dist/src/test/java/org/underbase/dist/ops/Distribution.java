package org.underbase.dist.ops;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The distribution that the build creates in {@code target/underbase}. */
final class Distribution {
    static final Path HOME = Path.of("target", "underbase").toAbsolutePath();

    private Distribution() {}

    /** The absolute path of a script in {@code bin}. */
    static String bin(String script) {
        return HOME.resolve("bin").resolve(script).toString();
    }

    /** A configuration directory as it stands in the repository. */
    static Path conf(String name) {
        return Path.of("..", "conf", name).toAbsolutePath().normalize();
    }

    /** The names of the jars of the class path, in its order. */
    static List<String> jars() throws IOException {
        return Files.readAllLines(HOME.resolve("lib.classpath"));
    }
}
