/**
 * The whole stack under one command: a real HDFS and HBase, the Facebook-Messages workload on it, every HDFS call traced, and
 * the trace shown as tables and pictures and checked against the DataNodes' own counters.
 */
package org.underbase.demo;
