/**
 * The {@code check} verb: a small round trip through HDFS and HBase with the configuration of the caller, and whether the
 * tracer is attached where that configuration says so.
 */
package org.underbase.dist.check;
