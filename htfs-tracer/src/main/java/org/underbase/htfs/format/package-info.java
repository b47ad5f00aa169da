/**
 * The trace format: events, the coding of their blocks, and readers that also handle corrupt and incomplete files. {@code
 * docs/trace-format.md} specifies it. The package does not depend on recording.
 */
package org.underbase.htfs.format;
