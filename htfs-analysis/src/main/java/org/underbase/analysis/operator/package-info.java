/** What an analysis is: an operator that takes events one by one, in parts that merge. */
package org.underbase.analysis.operator;
