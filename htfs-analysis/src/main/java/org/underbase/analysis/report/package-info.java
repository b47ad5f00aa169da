/** What people see of an analysis: a table for a terminal, a page for a browser, JSON for machines. */
package org.underbase.analysis.report;
