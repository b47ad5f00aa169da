/** What DataNodes, clients and the NameNode's tier plug-in say to each other: TierProtocol over Hadoop RPC. */
package org.underbase.tier.protocol;
