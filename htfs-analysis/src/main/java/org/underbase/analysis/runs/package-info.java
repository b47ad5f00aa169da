/** How long the sequential runs of reads are. */
package org.underbase.analysis.runs;
