/** Operators: computations over the events of a trace, in parts whose states merge. */
package org.underbase.analysis.operator;
