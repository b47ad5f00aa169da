package org.underbase.exalt.harness;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Dependencies between the packages of this module, as CONTRIBUTING.md states them. */
class PackageRulesTest {
    private static final String ROOT = "org.underbase.exalt.harness.";
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new DoNotIncludeTests())
            .importPackages("org.underbase.exalt.harness");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "node|load cluster measure profile run scenario report cli",
                "load|node cluster measure profile run scenario report cli",
                "cluster|measure profile run scenario report cli",
                "measure|profile run scenario report cli",
                "profile|run scenario report cli",
                "run|scenario report cli",
                "scenario|profile report cli",
                "report|cli"
            })
    void packageIsIndependentOfItsCallers(String own, String callers) {
        noClasses()
                .that()
                .resideInAPackage(ROOT + own)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(Stream.of(callers.split(" ", -1))
                        .map(caller -> ROOT + caller)
                        .toArray(String[]::new))
                .check(CLASSES);
    }
}
