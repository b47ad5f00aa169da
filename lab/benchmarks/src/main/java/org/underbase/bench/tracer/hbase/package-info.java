/**
 * Facebook-Messages workload on two RegionServers of one cluster, one traced and one stock, each with a separate table; they
 * swap roles after half of the run.
 */
package org.underbase.bench.tracer.hbase;
