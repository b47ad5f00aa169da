package org.underbase.demo;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Rules for dependencies between the packages of the demo. */
class PackageRulesTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.underbase.demo");

    @Test
    void theCompactionClusterKnowsNoOtherPhase() {
        noClasses()
                .that()
                .resideInAPackage("..demo.compaction..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.underbase.demo", "..demo.cli..", "..workload..", "..analysis..")
                .check(CLASSES);
    }

    @Test
    void theClientProgramKnowsNoCluster() {
        noClasses()
                .that()
                .resideInAPackage("..demo.compaction.client..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.underbase.demo.compaction")
                .check(CLASSES);
    }

    @Test
    void onlyTheCommandUsesTheCommandLine() {
        noClasses()
                .that()
                .resideOutsideOfPackage("..demo.cli..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("picocli..", "..demo.cli..")
                .check(CLASSES);
    }
}
