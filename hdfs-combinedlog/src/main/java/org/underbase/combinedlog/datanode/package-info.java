/**
 * Journal of a DataNode: its location, its replay before the replicas are loaded, its end at a stop, its metrics, and the streams
 * that turn an hsync into a record.
 */
package org.underbase.combinedlog.datanode;
