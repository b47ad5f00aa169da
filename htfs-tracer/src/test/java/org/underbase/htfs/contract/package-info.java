/** Checks after Hadoop's HDFS tests have run on the traced client. */
package org.underbase.htfs.contract;
