/** Empirical distributions, thinned to what a chart can show. */
package org.underbase.analysis.cdf;
