/** Benchmark {@code analysis}: the speed and the memory of the analysis of a trace, and DuckDB on the same events. */
package org.underbase.bench.analysis;
