/**
 * Cost of tracing by switching it on and off in one JVM: slices in ABBA order, differences of CPU time per call within each quad
 * of slices, and an interval for their median by bootstrap.
 */
package org.underbase.bench.tracer.paired;
