/** Results as text, JSON, CSV and a page. */
package org.underbase.exalt.harness.report;
