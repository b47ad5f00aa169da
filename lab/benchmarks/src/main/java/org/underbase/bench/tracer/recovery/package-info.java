/** Recovery of a large write-ahead log: it reads more events per second than anything else that HBase does. */
package org.underbase.bench.tracer.recovery;
