/** Reads, writes and write amplification by region. */
package org.underbase.analysis.regions;
