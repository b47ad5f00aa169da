/** The calls of a replay on the target file system, and the comparison of their results with the trace. */
package org.underbase.replay.execute;
