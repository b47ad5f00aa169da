/** Generator of traces of HBase with a seed: any number of hosts, events and files. */
package org.underbase.bench.analysis.trace;
