/**
 * Facebook-Messages workload on one RegionServer whose tracing is switched on and off by JMX, and the recovery of its
 * write-ahead log.
 */
package org.underbase.bench.tracer.hbase;
