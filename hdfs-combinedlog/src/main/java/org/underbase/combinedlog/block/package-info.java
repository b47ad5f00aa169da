/**
 * What a DataNode's journal says of its replicas: which bytes were synced, where a replica was cut, when it was finalized
 * or dropped, and how that is brought back into the replicas' files after a crash.
 *
 * <p>The files are behind {@link org.underbase.combinedlog.block.ReplicaFiles}, so that the same code runs on a
 * DataNode's directories and on a simulated disk.
 */
package org.underbase.combinedlog.block;
