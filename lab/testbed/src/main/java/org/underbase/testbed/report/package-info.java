/**
 * The frame of every benchmark and soak: found by name through {@link java.util.ServiceLoader}, run ours against stock in
 * the same run, told as a table of medians with the raw runs and one machine-readable last line.
 */
package org.underbase.testbed.report;
