/** The contract of a figure, and the loading of all figures. */
package org.underbase.analysis.figure;
