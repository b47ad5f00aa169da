/** Contents of a trace: events, time span, processes, failures. */
package org.underbase.analysis.summary;
