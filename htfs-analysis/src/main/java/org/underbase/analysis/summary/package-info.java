/** What a trace holds: events, span, processes, failures. */
package org.underbase.analysis.summary;
