/**
 * The trace on disk: what an event is, how blocks of events are coded, and how they are read back, also from damaged or
 * unfinished files. {@code docs/trace-format.md} has the same byte by byte. Nothing here knows how events are recorded.
 */
package org.underbase.htfs.format;
