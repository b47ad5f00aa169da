package org.underbase.htfs;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Dependencies between the packages of the tracer: file-system classes call the recorder, which calls the format. */
@AnalyzeClasses(
        packages = {"org.underbase.htfs", "org.apache.hadoop.fs", "org.apache.hadoop.hdfs"},
        importOptions = {ImportOption.DoNotIncludeTests.class, ImportOption.DoNotIncludeJars.class})
class PackageRulesTest {
    @ArchTest
    static final ArchRule LAYERS = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("attachments")
            .definedBy("org.underbase.htfs")
            .layer("context")
            .definedBy("org.underbase.htfs.context")
            .layer("filter")
            .definedBy("org.underbase.htfs.filter")
            .layer("hdfs")
            .definedBy("org.underbase.htfs.hdfs")
            .layer("call")
            .definedBy("org.underbase.htfs.call")
            .layer("stream")
            .definedBy("org.underbase.htfs.stream")
            .layer("record")
            .definedBy("org.underbase.htfs.record")
            .layer("format")
            .definedBy("org.underbase.htfs.format")
            .layer("cli")
            .definedBy("org.underbase.htfs.cli")
            .whereLayer("attachments")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("cli")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("context")
            .mayOnlyBeAccessedByLayers("attachments")
            .whereLayer("filter")
            .mayOnlyBeAccessedByLayers("attachments", "context")
            .whereLayer("hdfs")
            .mayOnlyBeAccessedByLayers("attachments", "context")
            .whereLayer("call")
            .mayOnlyBeAccessedByLayers("attachments", "context", "filter", "hdfs")
            .whereLayer("stream")
            .mayOnlyBeAccessedByLayers("filter", "hdfs", "call")
            .whereLayer("record")
            .mayOnlyBeAccessedByLayers("attachments", "context", "filter", "hdfs", "call", "stream");

    @ArchTest
    static final ArchRule HBASE_IS_OPTIONAL = noClasses()
            .that()
            .doNotHaveFullyQualifiedName(APITraceAsyncLogWriter.class.getName())
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.apache.hadoop.hbase..")
            .because("a client of HDFS need not have HBase");

    @ArchTest
    static final ArchRule HOOKS_DO_NOT_DEPEND_ON_THE_TRACER = noClasses()
            .that()
            .resideInAPackage("org.apache.hadoop..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.underbase..")
            .because("they only give access to Hadoop's package-private members");

    @ArchTest
    static final ArchRule COMMANDS_ONLY_READ = classes()
            .that()
            .resideInAPackage("org.underbase.htfs.cli")
            .should()
            .onlyDependOnClassesThat()
            .resideOutsideOfPackages("org.underbase.htfs.record", "org.underbase.htfs.call");
}
