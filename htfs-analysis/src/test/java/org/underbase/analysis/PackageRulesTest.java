package org.underbase.analysis;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Rules for dependencies between the packages of the analysis. */
class PackageRulesTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.underbase.analysis");
    private static final String[] FIGURES = {
        "..analysis.actors..",
        "..analysis.bytype..",
        "..analysis.estimate..",
        "..analysis.files..",
        "..analysis.fit..",
        "..analysis.heat..",
        "..analysis.latency..",
        "..analysis.layers..",
        "..analysis.locality..",
        "..analysis.metadata..",
        "..analysis.reconcile..",
        "..analysis.regions..",
        "..analysis.runs..",
        "..analysis.summary..",
        "..analysis.timeline..",
        "..analysis.touched..",
        "..analysis.waste.."
    };
    private static final String[] USERS_OF_FIGURES = {
        "..analysis.report..", "..analysis.cli..", "..analysis.run..", "..analysis.stage.."
    };

    @Test
    void operatorsKnowNeitherFiguresNorRunners() {
        noClasses()
                .that()
                .resideInAPackage("..analysis.operator..")
                .should()
                .dependOnClassesThat(resideInAnyPackage("org.underbase.analysis..")
                        .and(resideOutsideOfPackage("..analysis.operator..")))
                .check(CLASSES);
    }

    @Test
    void runnersKnowOperatorsOnly() {
        noClasses()
                .that()
                .resideInAPackage("..analysis.run..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("..analysis.figure..", "..analysis.report..", "..analysis.cli..")
                .check(CLASSES);
        noClasses()
                .that()
                .resideInAPackage("..analysis.run..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(FIGURES)
                .check(CLASSES);
    }

    @Test
    void theInterfaceOfFiguresKnowsNoFigure() {
        noClasses()
                .that()
                .resideInAPackage("..analysis.figure..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(FIGURES)
                .check(CLASSES);
    }

    @Test
    void theCatalogAndTheAccessesKnowNoFigure() {
        noClasses()
                .that()
                .resideInAnyPackage("..analysis.catalog..", "..analysis.access..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "..analysis.figure..", "..analysis.rules..", "..analysis.run..", "..analysis.stage..")
                .check(CLASSES);
        noClasses()
                .that()
                .resideInAPackage("..analysis.catalog..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("..analysis.access..")
                .check(CLASSES);
    }

    @Test
    void theStagesKnowNoFigure() {
        noClasses()
                .that()
                .resideInAPackage("..analysis.stage..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(FIGURES)
                .check(CLASSES);
    }

    @Test
    void figuresKnowNeitherRunnersNorOutput() {
        noClasses()
                .that()
                .resideInAnyPackage(FIGURES)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(USERS_OF_FIGURES)
                .check(CLASSES);
    }

    @Test
    void onlyTheCommandUsesTheCommandLine() {
        noClasses()
                .that()
                .resideOutsideOfPackage("..analysis.cli..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("picocli..", "..analysis.cli..")
                .check(CLASSES);
    }

    @Test
    void figuresReadTheTraceFormatOnly() {
        classes()
                .that()
                .resideInAnyPackage(FIGURES)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "org.agrona..",
                        "org.HdrHistogram..",
                        "com.fasterxml.jackson..",
                        "org.underbase.operator.output..",
                        "org.underbase.htfs.format..",
                        "org.underbase.analysis..")
                .check(CLASSES);
    }
}
