package org.underbase.exalt;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Dependencies between the packages of this module, as CONTRIBUTING.md states them. */
class PackageRulesTest {
    private static final String ROOT = "org.underbase.exalt.";
    private static final JavaClasses CLASSES =
            new ClassFileImporter().withImportOption(new DoNotIncludeTests()).importPackages("org.underbase.exalt");

    @Test
    void tardisUsesOnlyTheJdk() {
        assertUsesOnly("tardis");
    }

    @Test
    void diskUsesOnlyTardis() {
        assertUsesOnly("disk", ROOT + "tardis");
    }

    @Test
    void wireUsesOnlyTardis() {
        assertUsesOnly("wire", ROOT + "tardis");
    }

    @Test
    void runtimeUsesNoWeaving() {
        assertUsesOnly("runtime", ROOT + "disk", ROOT + "wire", ROOT + "tardis");
    }

    @Test
    void onlyTheAgentWeaves() {
        assertUsesOnly("agent", ROOT + "runtime", ROOT + "tardis", "net.bytebuddy..");
    }

    private static void assertUsesOnly(String own, String... others) {
        String[] allowed = Stream.concat(Stream.of(ROOT + own, "java..", "javax.management.."), Stream.of(others))
                .toArray(String[]::new);
        classes()
                .that()
                .resideInAPackage(ROOT + own)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(allowed)
                .check(CLASSES);
    }
}
