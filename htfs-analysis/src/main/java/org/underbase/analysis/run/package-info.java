/** In-process execution of operators over traces, on every core. */
package org.underbase.analysis.run;
