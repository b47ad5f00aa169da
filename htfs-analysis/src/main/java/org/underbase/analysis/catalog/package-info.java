/** The files of a trace: their identity across processes, and their lives, from a replay of all namespace calls. */
package org.underbase.analysis.catalog;
