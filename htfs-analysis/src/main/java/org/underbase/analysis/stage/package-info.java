/** The stages of an analysis: catalog of files, events and accesses, files one by one, results. */
package org.underbase.analysis.stage;
