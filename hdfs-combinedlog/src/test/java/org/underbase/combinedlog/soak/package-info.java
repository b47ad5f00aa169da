/**
 * Soak that crashes a DataNode with a journal under the load of many writers: kills, power failures, failed fsyncs, upgrades and
 * rollbacks of HDFS.
 */
package org.underbase.combinedlog.soak;
