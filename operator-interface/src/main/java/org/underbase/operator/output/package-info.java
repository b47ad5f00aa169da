/** Output of commands: tables, JSON, progress, sizes, durations, comparisons with papers and exit codes. */
package org.underbase.operator.output;
