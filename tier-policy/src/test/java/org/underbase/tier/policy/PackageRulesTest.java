package org.underbase.tier.policy;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Dependencies of the policies: the JDK only, so that the NameNode plug-in and simulators run the same code. */
class PackageRulesTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.underbase.tier.policy");

    @Test
    void policiesUseOnlyTheJdk() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "org.underbase.tier.policy")
                .check(CLASSES);
    }

    @Test
    void policiesUseNoThreads() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideOutsideOfPackages("java.util.concurrent..", "java.time..", "java.io..", "java.nio..")
                .check(CLASSES);
    }
}
