/** Benchmark {@code combinedlog}: one log for all hsyncs of a DataNode, compared with stock HDFS and with BookKeeper. */
package org.underbase.bench.combinedlog;
