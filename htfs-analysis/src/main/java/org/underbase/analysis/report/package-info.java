/** Output of an analysis: a table for a terminal, a page for a browser, machine-readable JSON. */
package org.underbase.analysis.report;
