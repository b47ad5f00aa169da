package org.underbase.tier;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.Test;

/** Dependencies between the packages of the tiers. */
class PackageRulesTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.underbase.tier");

    private static final String NAMENODE = "org.underbase.tier.namenode..";
    private static final String DATANODE = "org.underbase.tier.datanode..";
    private static final String CLIENT = "org.underbase.tier.client..";
    private static final String MAPREDUCE = "org.underbase.tier.mapreduce";
    private static final String CLI = "org.underbase.tier.cli..";

    private static final String PLUGIN = "org.underbase.tier.namenode";
    private static final String RETRIEVAL = "org.underbase.tier.namenode.retrieval";
    private static final String PLACEMENT = "org.underbase.tier.namenode.placement";
    private static final String MONITOR = "org.underbase.tier.namenode.monitor";
    private static final String RPC = "org.underbase.tier.namenode.rpc";

    private static ArchRule independent(String of, String... others) {
        return noClasses()
                .that()
                .resideInAPackage(of)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(others);
    }

    @Test
    void keysAndProtocolAreAtTheBottom() {
        noClasses()
                .that()
                .resideInAnyPackage("org.underbase.tier.conf", "org.underbase.tier.protocol..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(NAMENODE, DATANODE, CLIENT, CLI)
                .check(CLASSES);
    }

    @Test
    void namenodeIsIndependent() {
        independent(NAMENODE, DATANODE, CLIENT, CLI).check(CLASSES);
    }

    @Test
    void datanodeIsIndependent() {
        independent(DATANODE, NAMENODE, CLIENT, CLI).check(CLASSES);
    }

    @Test
    void clientIsIndependent() {
        independent(CLIENT, NAMENODE, DATANODE, CLI, MAPREDUCE).check(CLASSES);
    }

    @Test
    void mapReduceCallsTheClient() {
        independent(MAPREDUCE, NAMENODE, DATANODE, CLI).check(CLASSES);
        independent(CLI, MAPREDUCE).check(CLASSES);
    }

    @Test
    void commandsCallTheClient() {
        independent(CLI, NAMENODE).check(CLASSES);
    }

    @Test
    void registryIsAtTheBottomOfTheNamenode() {
        independent("org.underbase.tier.namenode.registry", RETRIEVAL, PLACEMENT, MONITOR, RPC, PLUGIN)
                .check(CLASSES);
    }

    @Test
    void retrievalUsesTheRegistry() {
        independent(RETRIEVAL, PLACEMENT, MONITOR, RPC, PLUGIN).check(CLASSES);
    }

    @Test
    void placementUsesRetrieval() {
        independent(PLACEMENT, MONITOR, RPC, PLUGIN).check(CLASSES);
    }

    @Test
    void monitorUsesPlacement() {
        independent(MONITOR, RPC, PLUGIN).check(CLASSES);
    }

    @Test
    void rpcUsesTheMonitor() {
        independent(RPC, PLUGIN).check(CLASSES);
    }
}
