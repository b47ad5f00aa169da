/** Values of the paper, for comparison with measured ones. */
package org.underbase.analysis.paper;
