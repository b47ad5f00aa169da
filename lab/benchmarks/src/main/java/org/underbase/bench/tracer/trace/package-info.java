/** What the traces of the benchmarks hold, and how large they are on disk. */
package org.underbase.bench.tracer.trace;
