/** Modes of storage types: the meaning of an hsync and of an hflush. Independent of the DataNode and of its clients. */
package org.underbase.combinedlog.mode;
