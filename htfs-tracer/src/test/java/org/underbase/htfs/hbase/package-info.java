/** Tests of HBase on the traced file system. */
package org.underbase.htfs.hbase;
