/** The journal as a library, without HDFS, and BookKeeper's journal. */
package org.underbase.bench.combinedlog.journal;
