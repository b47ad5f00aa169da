package org.underbase.sim.hats.job;

/**
 * Job of a workload.
 *
 * @param submitSeconds time of the submission, in seconds
 * @param inputBytes bytes that its maps read
 * @param shuffleBytes bytes from maps to reduces
 * @param outputBytes bytes that it writes to HDFS
 * @param input name of its input
 */
public record Job(double submitSeconds, long inputBytes, long shuffleBytes, long outputBytes, String input) {}
