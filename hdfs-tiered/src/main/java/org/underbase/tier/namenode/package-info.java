/**
 * The NameNode's side of the tiers: who is of which tier ({@code TierRegistry}), where replicas go
 * ({@code TierPlacement}), in which order readers are offered them ({@code TierTopology}), the calls of TierProtocol
 * ({@code TierNamenodePlugin}), and the monitor that repairs. Built for {@code dfs.net.topology.impl},
 * {@code dfs.block.replicator.classname} and {@code dfs.namenode.plugins}.
 */
package org.underbase.tier.namenode;
