/** HBase's whole life on the traced file system. */
package org.underbase.htfs.hbase;
