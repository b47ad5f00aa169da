/** Protocol between DataNodes, clients and the tier plug-in of the NameNode: TierProtocol over Hadoop RPC. */
package org.underbase.tier.protocol;
