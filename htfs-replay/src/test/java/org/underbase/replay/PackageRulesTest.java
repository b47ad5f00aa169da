package org.underbase.replay;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Dependencies between the packages of the replay. */
class PackageRulesTest {
    private static final String ROOT = "org.underbase.replay.";
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.underbase.replay");

    @ParameterizedTest
    @CsvSource({
        "trace, destination order content prepare execute run cli",
        "content, trace destination order prepare execute run cli",
        "order, destination content prepare execute run cli",
        "destination, trace content order prepare execute run cli",
        "prepare, order execute run cli",
        "execute, order prepare run cli",
        "run, cli",
    })
    void lowerPackagesAreIndependentOfHigherOnes(String lower, String higher) {
        noClasses()
                .that()
                .resideInAPackage(ROOT + lower)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage((ROOT + higher.replace(" ", " " + ROOT)).split(" ", -1))
                .check(CLASSES);
    }

    @Test
    void theOrderIsIndependentOfHadoop() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + "order")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.apache.hadoop..")
                .check(CLASSES);
    }
}
