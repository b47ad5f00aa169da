/** Measured runs of the analysis, each in a new JVM. */
package org.underbase.bench.analysis.run;
