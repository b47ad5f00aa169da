/** Reads and writes of files in the order of time, for cache simulators. */
package org.underbase.analysis.requests;
