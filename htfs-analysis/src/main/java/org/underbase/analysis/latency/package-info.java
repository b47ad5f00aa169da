/** Latencies of calls. */
package org.underbase.analysis.latency;
