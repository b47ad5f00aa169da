/** {@code bench tracer}: what tracing costs, on the calling thread, on HDFS, under HBase and on disk. */
package org.underbase.bench.tracer;
