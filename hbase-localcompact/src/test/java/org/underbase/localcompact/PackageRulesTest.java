package org.underbase.localcompact;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Dependencies between the packages of this module. */
class PackageRulesTest {
    private static final String HBASE = "org.apache.hadoop.hbase..";

    private static final JavaClasses CLASSES = new ClassFileImporter().importPath(Path.of("target", "classes"));

    @Test
    void packagesDependDownward() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("entry points")
                .definedBy("org.underbase.localcompact")
                .layer("cli")
                .definedBy("..localcompact.cli..")
                .layer("rpc")
                .definedBy("..localcompact.rpc..")
                .layer("coordinator")
                .definedBy("..localcompact.coordinator..")
                .layer("worker")
                .definedBy("..localcompact.worker..")
                .layer("hdfs")
                .definedBy("..localcompact.hdfs..")
                .whereLayer("entry points")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("cli")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("rpc")
                .mayOnlyBeAccessedByLayers("entry points", "cli")
                .whereLayer("coordinator")
                .mayOnlyBeAccessedByLayers("entry points", "rpc")
                .whereLayer("worker")
                .mayOnlyBeAccessedByLayers("entry points", "rpc", "coordinator")
                .whereLayer("hdfs")
                .mayOnlyBeAccessedByLayers("coordinator", "worker")
                .check(CLASSES);
    }

    @Test
    void hdfsIsIndependentOfHBaseAndMessages() {
        noClasses()
                .that()
                .resideInAPackage("..localcompact.hdfs..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(HBASE, "..localcompact.proto..")
                .check(CLASSES);
    }

    @Test
    void confIsIndependentOfOtherPackages() {
        noClasses()
                .that()
                .resideInAPackage("..localcompact.conf..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        HBASE,
                        "org.underbase.localcompact",
                        "..localcompact.rpc..",
                        "..localcompact.coordinator..",
                        "..localcompact.worker..",
                        "..localcompact.hdfs..",
                        "..localcompact.proto..")
                .check(CLASSES);
    }

    @Test
    void classesInHBasesPackagesAreIndependentOfUnderbase() {
        noClasses()
                .that()
                .resideInAPackage(HBASE)
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.underbase..")
                .check(CLASSES);
    }
}
