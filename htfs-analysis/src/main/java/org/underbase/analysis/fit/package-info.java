/** Parameters of a workload that causes a trace like the analyzed one. */
package org.underbase.analysis.fit;
