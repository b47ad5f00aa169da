/**
 * Frames of a connection: one side writes bytes, the other reads the same bytes, and Tardis sequences between them take little
 * bandwidth. Uses no sockets and no internal classes of the JDK.
 */
package org.underbase.exalt.wire;
