/**
 * The Facebook-Messages workload on two RegionServers of one cluster, one traced and one stock, each with a table of its
 * own; half-way they change roles.
 */
package org.underbase.bench.tracer.hbase;
