/**
 * Data that can be recognised and compressed in any layer, whatever was put between its bytes (Wang et al., NSDI '14, section
 * 3.2): its format and generator, and the codec. No class of the JDK's inside, so that it runs in the bootstrap class loader as
 * well as in an application.
 */
package org.underbase.exalt.tardis;
