package org.underbase.sim.hats;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Dependencies between the packages of this module. */
class PackageRulesTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.underbase.sim.hats");

    private static void uses(String name, String... packages) {
        classes()
                .that()
                .resideInAPackage("..sim.hats." + name)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(packages)
                .check(CLASSES);
    }

    @Test
    void transfersAreIndependentOfHdfs() {
        uses("flow", "java.lang..", "java.util..", "..sim.hats.flow");
    }

    @Test
    void decisionsCallOnlyTheNameNodesCode() {
        uses("cluster", "java.lang..", "java.util..", "org.underbase.tier.policy", "..sim.hats.cluster");
    }

    @Test
    void filesAndJobsAreIndependentOfTheStudy() {
        uses(
                "hdfs",
                "java.lang..",
                "java.util..",
                "org.underbase.tier.policy",
                "..sim.hats.cluster",
                "..sim.hats.flow",
                "..sim.hats.hdfs");
        uses(
                "job",
                "java..",
                "org.underbase.tier.policy",
                "..sim.hats.cluster",
                "..sim.hats.flow",
                "..sim.hats.hdfs",
                "..sim.hats.job");
    }

    /** A wall clock or a thread would make runs differ. */
    @Test
    void simulationsUseNeitherClocksNorThreads() {
        noClasses()
                .that()
                .resideOutsideOfPackage("..sim.hats.cli")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.time..", "picocli..", "..sim.hats.cli")
                .check(CLASSES);
        noClasses()
                .that()
                .resideOutsideOfPackage("..sim.hats.cli")
                .should()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .check(CLASSES);
    }
}
