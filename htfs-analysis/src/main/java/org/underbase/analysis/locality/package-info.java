/** Locality map of the reads (FAST '14, Figure 7). */
package org.underbase.analysis.locality;
