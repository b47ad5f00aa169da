package org.underbase.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Rules about all modules of the root POM. */
class ModuleRulesTest {
    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
    private static final Pattern DEPENDENCY = Pattern.compile("<dependency>(.*?)</dependency>", Pattern.DOTALL);
    private static final Pattern ARTIFACT = Pattern.compile("<artifactId>([^<]+)</artifactId>");

    private static List<String> modules() throws IOException {
        return MODULE.matcher(Files.readString(Sources.ROOT.resolve("pom.xml")))
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    private static boolean isLab(String module) {
        return module.startsWith("lab/");
    }

    @Test
    void productModulesUseTheLabInTestsOnly() throws IOException {
        Set<String> lab = modules().stream()
                .filter(ModuleRulesTest::isLab)
                .map(module -> module.substring("lab/".length()))
                .collect(Collectors.toCollection(TreeSet::new));
        List<String> violations = new ArrayList<>();
        int dependencies = 0;
        for (String module : modules()) {
            String pom = Files.readString(Sources.ROOT.resolve(module).resolve("pom.xml"));
            for (String dependency : DEPENDENCY
                    .matcher(pom)
                    .results()
                    .map((MatchResult match) -> match.group(1))
                    .filter(text -> text.contains("<groupId>org.underbase</groupId>"))
                    .toList()) {
                dependencies++;
                String artifact = ARTIFACT.matcher(dependency)
                        .results()
                        .findFirst()
                        .orElseThrow()
                        .group(1);
                boolean testbedInTests = artifact.equals("testbed") && dependency.contains("<scope>test</scope>");
                if (!isLab(module) && lab.contains(artifact) && !testbedInTests) {
                    violations.add(module + " depends on lab/" + artifact);
                }
            }
        }

        assertThat(lab).contains("testbed", "benchmarks");
        assertThat(dependencies).isGreaterThan(20);
        assertThat(violations).isEmpty();
    }

    @Test
    void everyModuleWithCodeHasPackageRules() throws IOException {
        List<String> missing = new ArrayList<>();
        for (String module : modules()) {
            Path main = Sources.ROOT.resolve(module).resolve("src/main/java");
            if (Files.exists(main)
                    && Sources.withSuffix("/PackageRulesTest.java").stream()
                            .noneMatch(test -> test.startsWith(module + "/src/test"))) {
                missing.add(module);
            }
        }

        assertThat(missing).isEmpty();
    }

    /** Surefire runs no test of ArchUnit's engine, so that its rules cannot fail: JUnit tests check the rules. */
    @Test
    void noPackageRuleUsesArchUnitsEngine() throws IOException {
        List<Path> rules = Sources.withSuffix("PackageRulesTest.java");

        assertThat(rules).hasSizeGreaterThan(2);
        for (Path test : rules) {
            assertThat(Files.readString(Sources.ROOT.resolve(test)))
                    .as("%s", test)
                    .doesNotContain("@ArchTest")
                    .containsPattern("@(Parameterized)?Test");
        }
    }
}
