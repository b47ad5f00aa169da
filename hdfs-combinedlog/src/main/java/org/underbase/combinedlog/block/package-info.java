/**
 * Records of a DataNode's replicas in the journal: synced bytes, truncations, finalizations and deletions, and the replay that
 * restores them in the replicas' files after a crash.
 *
 * <p>The files are behind {@link org.underbase.combinedlog.block.ReplicaFiles}, so that the same code runs on a DataNode's
 * directories and on a simulated disk.
 */
package org.underbase.combinedlog.block;
