/**
 * The journal in a DataNode: where it is, its replay before the replicas are loaded, its end at a stop, what it counts, and
 * the streams that turn an hsync into a record.
 */
package org.underbase.combinedlog.datanode;
