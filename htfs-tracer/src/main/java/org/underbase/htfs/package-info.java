/**
 * Classes that a configuration names to record HDFS calls: file systems, their {@code FileContext} counterparts and HBase's
 * WAL writer; and the state of these attachments.
 */
package org.underbase.htfs;
