package org.underbase.htfs;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.apache.hadoop.fs.AbstractFileSystem;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Dependencies between the packages of the tracer: file-system classes call the recorder, which calls the format. */
class PackageRulesTest {
    private static final String ROOT = "org.underbase.htfs";
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(new ImportOption.DoNotIncludeJars())
            .importPackages(ROOT, "org.apache.hadoop.fs", "org.apache.hadoop.hdfs");

    @ParameterizedTest
    @CsvSource({
        "format, record call stream filter context hdfs imports cli",
        "imports, record call stream filter context hdfs cli",
        "record, call stream filter context hdfs cli",
        "stream, call filter context hdfs cli",
        "call, filter context hdfs cli",
        "filter, context hdfs cli",
        "hdfs, filter context cli",
        "context, cli",
        "cli, record call stream filter context hdfs",
    })
    void lowerPackagesAreIndependentOfHigherOnes(String lower, String higher) {
        noClasses()
                .that()
                .resideInAPackage(ROOT + "." + lower)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage((ROOT + " " + ROOT + "." + higher.replace(" ", " " + ROOT + ".")).split(" ", -1))
                .check(CLASSES);
    }

    @Test
    void onlyTheWalWriterRequiresHBase() {
        noClasses()
                .that()
                .haveNameNotMatching(".*APITraceAsyncLogWriter.*")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.apache.hadoop.hbase..")
                .check(CLASSES);
    }

    @Test
    void accessToHadoopMembersIsIndependentOfTheTracer() {
        noClasses()
                .that()
                .resideInAPackage("org.apache.hadoop..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.underbase..")
                .check(CLASSES);
    }

    /** The stock classes are public, so applications call {@code object.getClass().getMethod(...)}, as HBase's TestWALSplit. */
    @Test
    void applicationsCanCallFileSystemsAndStreamsByReflection() {
        classes()
                .that()
                .doNotHaveModifier(JavaModifier.ABSTRACT)
                .and(assignableTo(FSDataInputStream.class)
                        .or(assignableTo(FSDataOutputStream.class))
                        .or(assignableTo(FileSystem.class))
                        .or(assignableTo(AbstractFileSystem.class))
                        .or(assignableTo(DFSClient.class)))
                .should()
                .bePublic()
                .check(CLASSES);
    }
}
