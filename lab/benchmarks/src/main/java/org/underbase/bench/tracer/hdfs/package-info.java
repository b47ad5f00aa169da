/**
 * Sequential write, sequential read and random 4 KiB pread on a real HDFS: two client JVMs, one traced and one stock,
 * alternate in short slices.
 */
package org.underbase.bench.tracer.hdfs;
