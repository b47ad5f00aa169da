package org.underbase.tier;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Dependencies between the packages of the tiers. */
@AnalyzeClasses(packages = "org.underbase.tier", importOptions = ImportOption.DoNotIncludeTests.class)
class PackageRulesTest {
    private static final String NAMENODE = "org.underbase.tier.namenode..";
    private static final String DATANODE = "org.underbase.tier.datanode..";
    private static final String CLIENT = "org.underbase.tier.client..";
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

    @ArchTest
    static final ArchRule KEYS_AND_PROTOCOL_ARE_AT_THE_BOTTOM = noClasses()
            .that()
            .resideInAnyPackage("org.underbase.tier.conf", "org.underbase.tier.protocol..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(NAMENODE, DATANODE, CLIENT, CLI);

    @ArchTest
    static final ArchRule NAMENODE_IS_INDEPENDENT = independent(NAMENODE, DATANODE, CLIENT, CLI);

    @ArchTest
    static final ArchRule DATANODE_IS_INDEPENDENT = independent(DATANODE, NAMENODE, CLIENT, CLI);

    @ArchTest
    static final ArchRule CLIENT_IS_INDEPENDENT = independent(CLIENT, NAMENODE, DATANODE, CLI);

    @ArchTest
    static final ArchRule COMMANDS_CALL_THE_CLIENT = independent(CLI, NAMENODE);

    @ArchTest
    static final ArchRule REGISTRY_IS_AT_THE_BOTTOM_OF_THE_NAMENODE =
            independent("org.underbase.tier.namenode.registry", RETRIEVAL, PLACEMENT, MONITOR, RPC, PLUGIN);

    @ArchTest
    static final ArchRule RETRIEVAL_USES_THE_REGISTRY = independent(RETRIEVAL, PLACEMENT, MONITOR, RPC, PLUGIN);

    @ArchTest
    static final ArchRule PLACEMENT_USES_RETRIEVAL = independent(PLACEMENT, MONITOR, RPC, PLUGIN);

    @ArchTest
    static final ArchRule MONITOR_USES_PLACEMENT = independent(MONITOR, RPC, PLUGIN);

    @ArchTest
    static final ArchRule RPC_USES_THE_MONITOR = independent(RPC, PLUGIN);
}
