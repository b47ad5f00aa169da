/** The DataNode's side of the tiers: a plug-in that announces the DataNode's tier to every NameNode. */
package org.underbase.tier.datanode;
