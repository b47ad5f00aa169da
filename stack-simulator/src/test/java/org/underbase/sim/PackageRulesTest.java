package org.underbase.sim;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Dependencies between the packages of the simulator. */
class PackageRulesTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.underbase.sim");

    @Test
    void disksAreIndependentOfTheOtherPackages() {
        classes()
                .that()
                .resideInAPackage("..sim.disk..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java.lang..", "java.util", "org.agrona..", "org.underbase.sim.disk..")
                .check(CLASSES);
    }

    @Test
    void cachesAreIndependentOfTheOtherPackages() {
        classes()
                .that()
                .resideInAPackage("..sim.cache..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java.lang..", "java.util", "org.agrona..", "org.underbase.sim.cache..")
                .check(CLASSES);
    }
}
