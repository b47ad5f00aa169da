/** Benchmark {@code tracer}: cost of tracing on the calling thread, on HDFS, under HBase and on disk. */
package org.underbase.bench.tracer;
