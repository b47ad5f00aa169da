/** Comparison of two traces: headline numbers, and intervals of their differences by a bootstrap over units. */
package org.underbase.analysis.compare;
