/** Conformance tests of docs/trace-format.md: a reader that is written from that page alone, and the golden file. */
package org.underbase.htfs.documented;
