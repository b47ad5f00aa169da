/**
 * Sequential write, sequential read and random 4 KiB pread on a real HDFS by one client JVM, whose tracing is switched on and
 * off in short slices.
 */
package org.underbase.bench.tracer.hdfs;
