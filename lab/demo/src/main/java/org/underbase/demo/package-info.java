/**
 * Demo of the whole stack: a real HDFS and HBase with the Facebook Messages workload, a trace of every HDFS call, its tables
 * and charts, and its reconciliation with the DataNodes' counters.
 */
package org.underbase.demo;
