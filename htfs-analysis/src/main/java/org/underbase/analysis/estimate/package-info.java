/** Estimates for all files from a trace with the calls on a fraction of them. */
package org.underbase.analysis.estimate;
