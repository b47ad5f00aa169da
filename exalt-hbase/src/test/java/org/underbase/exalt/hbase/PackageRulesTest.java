package org.underbase.exalt.hbase;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import org.junit.jupiter.api.Test;

/** Dependencies of this module, as CONTRIBUTING.md states them. */
class PackageRulesTest {
    @Test
    void memstoreUsesTheCodecButNotTheAgent() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.underbase.exalt.agent",
                        "org.underbase.exalt.disk",
                        "org.underbase.exalt.runtime",
                        "org.underbase.exalt.wire")
                .check(new ClassFileImporter()
                        .withImportOption(new DoNotIncludeTests())
                        .importPackages("org.underbase.exalt.hbase"));
    }
}
