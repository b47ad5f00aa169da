package org.underbase.exalt.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Test of the content of the agent's jar, which the bootstrap class loader of the JVM under test searches. */
@Tag("cluster")
class AgentJarTest {
    private static final String ROOT = "org/underbase/exalt/";
    /** Relocated ByteBuddy. */
    private static final String WEAVING = ROOT + "weaving/";

    private static final List<String> PACKAGES = List.of("agent", "disk", "runtime", "tardis", "wire");

    @Test
    void jarContainsOnlyPackagesThatTheBootstrapClassLoaderNeeds() throws IOException {
        List<String> packages = entries().stream()
                .filter(name -> !name.startsWith(WEAVING))
                .map(name -> name.substring(0, name.lastIndexOf('/')))
                .distinct()
                .toList();
        assertThat(packages)
                .containsExactlyElementsOf(
                        PACKAGES.stream().map(name -> ROOT + name).toList());
    }

    @Test
    void jarContainsNoFuzzerAndNoTest() throws IOException {
        assertThat(entries()).noneMatch(name -> name.contains("/fuzz/") || name.matches(".*(?<!/Self)Test\\.class"));
    }

    private static Set<String> entries() throws IOException {
        try (JarFile jar = new JarFile(AgentJvm.JAR.toFile())) {
            return jar.stream()
                    .map(entry -> entry.getName())
                    .filter(name -> name.endsWith(".class"))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }
}
