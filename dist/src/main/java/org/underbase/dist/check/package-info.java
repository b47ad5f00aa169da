/**
 * The {@code check} command: a round trip through HDFS and HBase with the caller's configuration, and the state of the
 * tracer in each process where that configuration enables it.
 */
package org.underbase.dist.check;
