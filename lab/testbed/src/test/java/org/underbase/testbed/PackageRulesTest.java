package org.underbase.testbed;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Allowed dependencies between the packages of the testbed. */
class PackageRulesTest {
    private static final String TESTBED = "org.underbase.testbed";
    private static final List<String> PACKAGES = List.of(
            "process", "daemon", "disk", "network", "client", "feature", "cli", "junit", "mini", "report", "yarn");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(TESTBED);

    /** Modules whose tests use the testbed would form a cycle with it. */
    @Test
    void testbedUsesNoProductModule() {
        classes()
                .that()
                .resideInAPackage(TESTBED + "..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        TESTBED + "..",
                        "org.underbase.operator..",
                        "java..",
                        "javax..",
                        "org.apache..",
                        "com.fasterxml.jackson..",
                        "com.google..",
                        "picocli..",
                        "org.awaitility..",
                        "org.junit..",
                        "org.opentest4j..")
                .check(CLASSES);
    }

    @ParameterizedTest
    @CsvSource({
        "process,''",
        "daemon,''",
        "mini,process",
        "report,process",
        "disk,process",
        "network,process daemon",
        "yarn,process"
    })
    void lowerPackagesUseOnly(String name, String others) {
        List<String> forbidden = new ArrayList<>(List.of(TESTBED));
        PACKAGES.stream()
                .filter(other ->
                        !other.equals(name) && !List.of(others.split(" ", -1)).contains(other))
                .forEach(other -> forbidden.add(TESTBED + "." + other));
        noClasses()
                .that()
                .resideInAPackage(TESTBED + "." + name)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(forbidden.toArray(String[]::new))
                .check(CLASSES);
    }

    @Test
    void clustersDoNotUseTheirUsers() {
        noClasses()
                .that()
                .resideInAPackage(TESTBED)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        TESTBED + ".feature",
                        TESTBED + ".client",
                        TESTBED + ".cli",
                        TESTBED + ".junit",
                        TESTBED + ".mini",
                        TESTBED + ".report")
                .check(CLASSES);
    }

    @Test
    void onlyTheCommandsUseTheCommands() {
        noClasses()
                .that()
                .resideOutsideOfPackage(TESTBED + ".cli")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(TESTBED + ".cli")
                .check(CLASSES);
    }
}
