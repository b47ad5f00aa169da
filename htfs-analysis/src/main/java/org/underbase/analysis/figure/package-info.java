/** Interface of figures, and discovery of all figures. */
package org.underbase.analysis.figure;
