/** Number of events and size on disk of the benchmarks' traces. */
package org.underbase.bench.tracer.trace;
