/**
 * Analysis as two MapReduce jobs. The first one computes the catalog of the files, the second one the figures. The submitter
 * merges their states and finishes the figures, so that the result is that of one process, byte by byte.
 */
package org.underbase.analysis.mapreduce;
