/** Implementation of {@code TierProtocol} on the RPC ports of the NameNode, reports and metrics. */
package org.underbase.tier.namenode.rpc;
