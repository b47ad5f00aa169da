package org.underbase.combinedlog;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Dependencies between the packages of this module. */
class PackageRulesTest {
    private static final String JOURNAL = "org.underbase.combinedlog.journal..";
    private static final String BLOCK = "org.underbase.combinedlog.block..";
    private static final String DATANODE = "org.underbase.combinedlog.datanode..";
    private static final String CLIENT = "org.underbase.combinedlog.client..";
    private static final String CLI = "org.underbase.combinedlog.cli..";
    private static final String PROTOCOL = "org.underbase.combinedlog.protocol..";
    private static final String CONF = "org.underbase.combinedlog.conf..";
    private static final String DATASET = "org.apache.hadoop.hdfs.server.datanode.fsdataset.impl..";

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(new ImportOption.DoNotIncludeJars())
            .importPackages("org.underbase.combinedlog", "org.apache.hadoop.hdfs.server.datanode.fsdataset.impl");

    private static void assertIndependent(String[] packages, String... of) {
        noClasses()
                .that()
                .resideInAnyPackage(packages)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(of)
                .check(CLASSES);
    }

    private static String[] packages(String... names) {
        return names;
    }

    @Test
    void journalIsIndependentOfHdfs() {
        assertIndependent(packages(JOURNAL), "org.apache.hadoop..", BLOCK, DATANODE, CLIENT, CLI, CONF);
    }

    @Test
    void blockUsesTheJournalAndNoDataNode() {
        assertIndependent(packages(BLOCK), "org.apache.hadoop.hdfs..", DATANODE, CLIENT, CLI, CONF);
    }

    @Test
    void datanodeUsesNoClientAndNoCommand() {
        assertIndependent(packages(DATANODE, DATASET), CLIENT, CLI);
    }

    @Test
    void datanodeDoesNotUseTheDataset() {
        noClasses()
                .that()
                .resideInAPackage(DATANODE)
                .should()
                .dependOnClassesThat()
                .haveNameMatching(".*\\.(Journaled(Dataset|DatasetFactory)|DirectDataset)")
                .check(CLASSES);
    }

    @Test
    void clientNeedsAnHdfsClientOnly() {
        assertIndependent(packages(CLIENT), JOURNAL, BLOCK, DATANODE, CLI, CONF, "org.apache.hadoop.hdfs.server..");
    }

    @Test
    void protocolIsIndependentOfBothSides() {
        assertIndependent(packages(PROTOCOL), JOURNAL, BLOCK, DATANODE, CLIENT, CLI, CONF);
    }

    @Test
    void onlyCommandsUseCommands() {
        classes()
                .that()
                .resideInAPackage(CLI)
                .should()
                .onlyHaveDependentClassesThat()
                .resideInAPackage(CLI)
                .check(CLASSES);
    }

    @Test
    void hadoopsPackageContainsTheDatasetOnly() {
        classes()
                .that()
                .resideInAPackage(DATASET)
                .should()
                .haveNameMatching(
                        ".*\\.(Journaled(Dataset|DatasetFactory)|DirectDataset|DatasetShape|Recorded|package-info)(\\$.*)?")
                .check(CLASSES);
    }

    @Test
    void packagesHaveNoCycle() {
        slices().matching("org.underbase.combinedlog.(*)..")
                .should()
                .beFreeOfCycles()
                .check(CLASSES);
    }
}
