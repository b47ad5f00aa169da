/**
 * What is named in a configuration to have HDFS calls recorded: file systems, the {@code FileContext} side, HBase's WAL
 * writer; and the state of these attachments.
 */
package org.underbase.htfs;
