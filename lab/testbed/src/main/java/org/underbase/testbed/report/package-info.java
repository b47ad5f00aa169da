/**
 * Report frame of benchmarks and soaks: they are found by name through {@link java.util.ServiceLoader}, measure Underbase and
 * stock in the same run, and report a table of medians with the raw runs and one machine-readable last line.
 */
package org.underbase.testbed.report;
