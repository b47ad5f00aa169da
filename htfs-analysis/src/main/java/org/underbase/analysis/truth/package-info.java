/** Whether the trace is the truth: what it says was read and written against the DataNodes' own counters. */
package org.underbase.analysis.truth;
