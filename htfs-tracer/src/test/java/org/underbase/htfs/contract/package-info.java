/** Hadoop's own tests of HDFS run on the traced client; what they left in the trace is looked at here. */
package org.underbase.htfs.contract;
