/**
 * Journal: one physical log that many writers share, with group commit, independent of HDFS.
 *
 * <p>A writer appends records and waits until they are on disk. When a segment is full, the owner of its records makes their
 * content durable elsewhere, and the segment is reused. After a crash, the records that are not yet durable elsewhere are
 * replayed.
 */
package org.underbase.combinedlog.journal;
