package org.underbase.localcompact;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Package rules of local compaction. */
@AnalyzeClasses(
        packages = {"org.underbase.localcompact", "org.apache.hadoop.hbase.regionserver"},
        importOptions = {ImportOption.DoNotIncludeTests.class, ImportOption.DoNotIncludeJars.class})
class PackageRulesTest {
    private static final String HBASE = "org.apache.hadoop.hbase..";

    @ArchTest
    static final ArchRule packagesDependDownward = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("entry points")
            .definedBy("org.underbase.localcompact")
            .layer("rpc")
            .definedBy("..localcompact.rpc..")
            .layer("coordinator")
            .definedBy("..localcompact.coordinator..")
            .layer("worker")
            .definedBy("..localcompact.worker..")
            .layer("hdfs")
            .definedBy("..localcompact.hdfs..")
            .layer("conf")
            .definedBy("..localcompact.conf..")
            .whereLayer("entry points")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("rpc")
            .mayOnlyBeAccessedByLayers("entry points")
            .whereLayer("coordinator")
            .mayOnlyBeAccessedByLayers("entry points", "rpc")
            .whereLayer("worker")
            .mayOnlyBeAccessedByLayers("entry points", "rpc", "coordinator")
            .whereLayer("hdfs")
            .mayOnlyBeAccessedByLayers("coordinator", "worker");

    @ArchTest
    static final ArchRule hdfsIsIndependentOfHBase = noClasses()
            .that()
            .resideInAPackage("..localcompact.hdfs..")
            .should()
            .dependOnClassesThat(resideInAPackage(HBASE));

    @ArchTest
    static final ArchRule hdfsAndConfUseNoOtherPackage = noClasses()
            .that()
            .resideInAnyPackage("..localcompact.hdfs..", "..localcompact.conf..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.underbase.localcompact",
                    "..localcompact.rpc..",
                    "..localcompact.coordinator..",
                    "..localcompact.worker..",
                    "..localcompact.proto..");

    @ArchTest
    static final ArchRule classesInHBasesPackagesAreIndependentOfLocalCompaction = noClasses()
            .that()
            .resideInAPackage(HBASE)
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.underbase..");

    @ArchTest
    static final ArchRule workersAreIndependentOfTheirCallers = noClasses()
            .that()
            .resideInAPackage("..localcompact.worker..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("..localcompact.rpc..", "..localcompact.coordinator..");
}
