/** The figures of the paper, to stand beside ours. */
package org.underbase.analysis.paper;
