package org.underbase.operator;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Dependencies between the packages of this module. */
class PackageRulesTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.underbase.operator");

    @Test
    void configIsIndependentOfOutput() {
        noClasses()
                .that()
                .resideInAPackage("..operator.config..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("..operator.output..", "picocli..")
                .check(CLASSES);
    }

    @Test
    void pagesUseOutputOnly() {
        noClasses()
                .that()
                .resideInAPackage("..operator.output..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("..operator.page..")
                .check(CLASSES);
        noClasses()
                .that()
                .resideInAPackage("..operator.page..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("..operator.config..", "..operator.activity..", "org.apache..", "picocli..")
                .check(CLASSES);
    }

    @Test
    void outputIsIndependentOfConfig() {
        noClasses()
                .that()
                .resideInAPackage("..operator.output..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("..operator.config..")
                .check(CLASSES);
    }

    @Test
    void activityIsIndependentOfTheOthers() {
        noClasses()
                .that()
                .resideInAPackage("..operator.activity..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("..operator.config..", "..operator.output..", "org.apache..")
                .check(CLASSES);
    }
}
