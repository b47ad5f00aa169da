/**
 * Tardis data: its format and generator, and the codec. The data can be recognized and compressed in every layer, even if a system
 * inserts bytes (Wang et al., NSDI '14, section 3.2). Uses no internal class of the JDK, so that it runs in the bootstrap class loader
 * and in applications.
 */
package org.underbase.exalt.tardis;
