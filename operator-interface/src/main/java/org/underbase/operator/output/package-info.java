/** Output of commands: tables, JSON, progress, sizes, durations and exit codes. */
package org.underbase.operator.output;
