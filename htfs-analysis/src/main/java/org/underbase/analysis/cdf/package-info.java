/** Empirical distributions, reduced to the resolution of a chart. */
package org.underbase.analysis.cdf;
