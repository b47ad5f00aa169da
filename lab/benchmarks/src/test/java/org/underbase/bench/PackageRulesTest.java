package org.underbase.bench;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Rules on the dependencies between the packages of the benchmarks. */
@AnalyzeClasses(packages = "org.underbase.bench", importOptions = ImportOption.DoNotIncludeTests.class)
class PackageRulesTest {
    /** Commands find benchmarks and soaks by service; only the upstream suites are named. */
    @ArchTest
    static final ArchRule COMMANDS_NAME_NO_BENCHMARK = noClasses()
            .that()
            .resideInAPackage("..bench.cli..")
            .should()
            .dependOnClassesThat(resideInAPackage("org.underbase.bench..")
                    .and(resideInAPackage("..bench.cli..").negate())
                    .and(resideInAPackage("..bench.upstream..").negate()));

    /** Nothing depends on the commands. */
    @ArchTest
    static final ArchRule NOTHING_CALLS_COMMANDS = noClasses()
            .that()
            .resideOutsideOfPackage("..bench.cli..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("..bench.cli..");

    /** Benchmarks share the lab's parts in testbed, not code of each other. */
    @ArchTest
    static final ArchRule BENCHMARKS_ARE_SEPARATE =
            slices().matching("org.underbase.bench.(*)..").should().beFreeOfCycles();

    /** Upstream suites run Maven and do not call benchmarks. */
    @ArchTest
    static final ArchRule UPSTREAM_IS_SEPARATE = noClasses()
            .that()
            .resideInAPackage("..bench.upstream..")
            .should()
            .dependOnClassesThat(resideInAPackage("org.underbase.bench..")
                    .and(resideInAPackage("..bench.upstream..").negate()));

    /** A benchmark's parts do not call the benchmark. */
    @ArchTest
    static final ArchRule PARTS_ARE_BELOW_THEIR_BENCHMARK =
            slices().matching("org.underbase.bench.combinedlog.(*)..").should().beFreeOfCycles();
}
