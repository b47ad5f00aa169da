package org.underbase.analysis.mapreduce;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Rules for dependencies of the jobs. */
class PackageRulesTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.underbase.analysis");

    @Test
    void theAnalysisDoesNotKnowItsRunners() {
        noClasses()
                .that()
                .resideOutsideOfPackage("..analysis.mapreduce..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "..analysis.mapreduce..", "org.apache.hadoop.mapreduce..", "org.apache.hadoop.mapred..")
                .check(CLASSES);
    }

    /** The class loader of a job leaves Hadoop's packages to its parent, which lacks classes of Underbase. */
    @Test
    void tasksLoadNoClassOfUnderbaseInAPackageOfHadoop() {
        classes()
                .that()
                .resideInAPackage("..analysis.mapreduce..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "org.slf4j..",
                        "org.apache.hadoop.conf..",
                        "org.apache.hadoop.fs",
                        "org.apache.hadoop.fs.permission",
                        "org.apache.hadoop.io..",
                        "org.apache.hadoop.util..",
                        "org.apache.hadoop.mapred..",
                        "org.apache.hadoop.mapreduce..",
                        "org.underbase.htfs.format..",
                        "org.underbase.analysis..")
                .check(CLASSES);
    }
}
