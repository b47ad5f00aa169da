package org.underbase.workload;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Rules for dependencies between the packages of the workloads. */
class PackageRulesTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.underbase.workload");

    @Test
    void randomNumbersDependOnTheJdkOnly() {
        classes()
                .that()
                .resideInAPackage("..workload.random..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "..workload.random..")
                .check(CLASSES);
    }

    @Test
    void theDriverKnowsNoWorkload() {
        noClasses()
                .that()
                .resideInAPackage("..workload.drive..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("..workload.messages..", "..workload.dfsio..", "org.apache.hadoop..")
                .check(CLASSES);
    }

    @Test
    void theModelOfAMailboxKnowsNoHbase() {
        noClasses()
                .that()
                .resideInAPackage("..workload.messages.mailbox..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.hadoop..", "..workload.drive..")
                .check(CLASSES);
    }

    @Test
    void workloadsDoNotKnowEachOther() {
        noClasses()
                .that()
                .resideInAPackage("..workload.messages..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("..workload.dfsio..")
                .check(CLASSES);
        noClasses()
                .that()
                .resideInAPackage("..workload.dfsio..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("..workload.messages..")
                .check(CLASSES);
    }

    @Test
    void onlyCommandsUseTheCommandLine() {
        noClasses()
                .that()
                .resideOutsideOfPackage("..workload.cli..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("..workload.cli..", "picocli..")
                .check(CLASSES);
    }
}
