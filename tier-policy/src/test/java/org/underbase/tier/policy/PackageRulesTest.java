package org.underbase.tier.policy;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Dependencies of the policies: the JDK only, so that the NameNode plug-in and simulators run the same code. */
@AnalyzeClasses(packages = "org.underbase.tier.policy", importOptions = ImportOption.DoNotIncludeTests.class)
class PackageRulesTest {
    @ArchTest
    static final ArchRule POLICIES_USE_ONLY_THE_JDK =
            classes().should().onlyDependOnClassesThat().resideInAnyPackage("java..", "org.underbase.tier.policy");

    @ArchTest
    static final ArchRule POLICIES_USE_NO_THREADS = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideOutsideOfPackages("java.util.concurrent..", "java.time..", "java.io..", "java.nio..");
}
