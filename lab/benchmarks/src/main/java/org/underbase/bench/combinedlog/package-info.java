/** {@code bench combinedlog}: what one log for all hsyncs of a DataNode gives, against stock HDFS and BookKeeper. */
package org.underbase.bench.combinedlog;
