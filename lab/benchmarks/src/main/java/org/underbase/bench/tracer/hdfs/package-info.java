/**
 * Sequential write, sequential read and random 4 KB pread on a real HDFS: two client JVMs, one traced and one stock, take
 * turns in short slices of time.
 */
package org.underbase.bench.tracer.hdfs;
