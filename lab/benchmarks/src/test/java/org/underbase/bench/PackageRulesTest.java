package org.underbase.bench;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Rules on the dependencies between the packages of the benchmarks. */
class PackageRulesTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.underbase.bench");

    /** Commands find benchmarks and soaks by service; only the upstream suites are named. */
    @Test
    void commandsNameNoBenchmark() {
        noClasses()
                .that()
                .resideInAPackage("..bench.cli..")
                .should()
                .dependOnClassesThat(resideInAPackage("org.underbase.bench..")
                        .and(resideInAPackage("..bench.cli..").negate())
                        .and(resideInAPackage("..bench.upstream..").negate()))
                .check(CLASSES);
    }

    /** Nothing depends on the commands. */
    @Test
    void nothingCallsCommands() {
        noClasses()
                .that()
                .resideOutsideOfPackage("..bench.cli..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("..bench.cli..")
                .check(CLASSES);
    }

    /** Benchmarks share the lab's parts in testbed, not code of each other. */
    @Test
    void benchmarksAreSeparate() {
        slices().matching("org.underbase.bench.(*)..").should().beFreeOfCycles().check(CLASSES);
    }

    /** Upstream suites run Maven and do not call benchmarks. */
    @Test
    void upstreamIsSeparate() {
        noClasses()
                .that()
                .resideInAPackage("..bench.upstream..")
                .should()
                .dependOnClassesThat(resideInAPackage("org.underbase.bench..")
                        .and(resideInAPackage("..bench.upstream..").negate()))
                .check(CLASSES);
    }

    /** A benchmark's parts do not call the benchmark. */
    @Test
    void partsAreBelowTheirBenchmark() {
        slices().matching("org.underbase.bench.combinedlog.(*)..")
                .should()
                .beFreeOfCycles()
                .check(CLASSES);
    }
}
