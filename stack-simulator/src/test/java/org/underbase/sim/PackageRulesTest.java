package org.underbase.sim;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Dependencies between the packages of the simulator. */
class PackageRulesTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            // Packages of hats-simulator.
            .withImportOption(location -> !location.contains("/sim/hats/"))
            .importPackages("org.underbase.sim");

    @ParameterizedTest
    @ValueSource(strings = {"cache", "policy", "disk", "cost", "request", "layer"})
    void componentsAreIndependentOfTheOtherPackages(String component) {
        classes()
                .that()
                .resideInAPackage("..sim." + component)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java.lang..", "java.util..", "org.agrona..", "org.underbase.sim." + component)
                .check(CLASSES);
    }

    @Test
    void thePageCacheOfLinuxUsesOnlyListsOfPages() {
        classes()
                .that()
                .resideInAPackage("..sim.linux")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java.lang..",
                        "java.util..",
                        "org.agrona..",
                        "org.underbase.sim.cache",
                        "org.underbase.sim.linux")
                .check(CLASSES);
    }

    @Test
    void syncsUseOnlyDisksAndRequests() {
        classes()
                .that()
                .resideInAPackage("..sim.sync")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java.lang..",
                        "java.util..",
                        "org.underbase.sim.disk",
                        "org.underbase.sim.request",
                        "org.underbase.sim.sync")
                .check(CLASSES);
    }

    @Test
    void generatedRequestsAreIndependentOfTheSimulation() {
        classes()
                .that()
                .resideInAPackage("..sim.synthetic")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "org.underbase.sim.request", "org.underbase.sim.synthetic")
                .check(CLASSES);
    }

    @Test
    void onlyTheCompilerReadsTraces() {
        noClasses()
                .that()
                .resideOutsideOfPackages("..sim.trace", "..sim.cli")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.underbase.analysis..",
                        "org.underbase.htfs..",
                        "org.underbase.sim.hats..",
                        "org.underbase.sim.trace")
                .check(CLASSES);
        noClasses()
                .that()
                .resideInAPackage("..sim.trace")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.underbase.sim.study", "org.underbase.sim.whatif", "org.underbase.sim.cli")
                .check(CLASSES);
    }

    @Test
    void onlyTheCommandUsesTheCommandLine() {
        classes()
                .that()
                .resideInAPackage("..sim.study")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "org.agrona..", "org.underbase.sim..", "org.underbase.operator.output")
                .check(CLASSES);
        noClasses()
                .that()
                .resideOutsideOfPackage("..sim.cli")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("picocli..", "org.underbase.sim.cli")
                .check(CLASSES);
    }

    @Test
    void runsUseReportsAndReportsUseStudies() {
        classes()
                .that()
                .resideInAPackage("..sim.report")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "com.fasterxml.jackson..",
                        "org.underbase.operator..",
                        "org.underbase.sim.cost",
                        "org.underbase.sim.study",
                        "org.underbase.sim.report")
                .check(CLASSES);
        classes()
                .that()
                .resideInAPackage("..sim.run")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "com.fasterxml.jackson..",
                        "com.typesafe.config",
                        "org.underbase.operator..",
                        "org.underbase.sim.report",
                        "org.underbase.sim.run")
                .check(CLASSES);
    }
}
