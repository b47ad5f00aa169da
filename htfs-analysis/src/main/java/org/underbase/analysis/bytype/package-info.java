/** Data and I/O by the type of the file (FAST '14, Figure 4). */
package org.underbase.analysis.bytype;
