/**
 * A journal: one physical log that many writers share, with group commit.
 *
 * <p>It knows nothing of HDFS. A writer appends records and waits until they are on disk; when a segment is full, the
 * owner of its records makes what they tell durable elsewhere, and the segment is used again. After a crash the records
 * that are not yet durable elsewhere are replayed.
 */
package org.underbase.combinedlog.journal;
