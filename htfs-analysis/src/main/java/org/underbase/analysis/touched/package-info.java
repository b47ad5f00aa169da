/** Data that I/O touched, by layer of the stack (FAST '14, Figure 3). */
package org.underbase.analysis.touched;
