/** The trace format as docs/trace-format.md has it: a second reader, written from that page alone, and the golden file. */
package org.underbase.htfs.documented;
