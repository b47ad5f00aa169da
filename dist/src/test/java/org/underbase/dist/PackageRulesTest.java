package org.underbase.dist;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Dependencies between the packages of this module. */
class PackageRulesTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.underbase.dist");

    @Test
    void theLauncherFindsCommandsByName() {
        noClasses()
                .that()
                .resideInAPackage("org.underbase.dist")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "..dist.check..", "..dist.wal..", "..underbase.tier..", "..combinedlog..", "..htfs..")
                .check(CLASSES);
    }

    @Test
    void onlyWalJoinsTiersAndCombinedLog() {
        noClasses()
                .that()
                .resideOutsideOfPackage("..dist.wal..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("..underbase.tier..", "..combinedlog..")
                .check(CLASSES);
    }
}
