/**
 * Connections on which sequences take next to no room: what one side writes, the other reads, and in between there are frames. Knows
 * no socket and nothing of the JDK's inside.
 */
package org.underbase.exalt.wire;
