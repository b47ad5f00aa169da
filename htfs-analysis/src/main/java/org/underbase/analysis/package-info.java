/** Analysis of traces; the entry point is {@link org.underbase.analysis.Analysis}. */
package org.underbase.analysis;
