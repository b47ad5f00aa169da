/** Reads and writes by layer of the stack and by activity (FAST '14, Figure 2 and section 4.1). */
package org.underbase.analysis.layers;
