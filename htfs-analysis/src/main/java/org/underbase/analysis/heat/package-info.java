/** Data by the number of its reads (FAST '14, Figure 8). */
package org.underbase.analysis.heat;
