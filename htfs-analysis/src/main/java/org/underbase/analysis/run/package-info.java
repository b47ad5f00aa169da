/** Runs operators over traces, in this process on every core. */
package org.underbase.analysis.run;
