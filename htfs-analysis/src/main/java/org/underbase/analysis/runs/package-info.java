/** Lengths of sequential runs of reads. */
package org.underbase.analysis.runs;
