/**
 * Transfer of the data directories of a node between its DataNodes: from one stock DataNode to one DataNode per tier, and back.
 */
package org.underbase.tier.datanode.split;
