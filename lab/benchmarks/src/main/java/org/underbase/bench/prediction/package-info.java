/** Benchmark {@code prediction}: predictions from the trace of a stock cluster, and the clusters that they are about. */
package org.underbase.bench.prediction;
