/** Formats of results: text, JSON, CSV and HTML. */
package org.underbase.exalt.harness.report;
