/** The journal as a library, without HDFS, against BookKeeper's. */
package org.underbase.bench.combinedlog.journal;
