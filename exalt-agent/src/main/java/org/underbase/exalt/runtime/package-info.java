/**
 * Code that runs inside {@code java.base}: open compressed files, their inodes, the scope of compression, and connections. The bootstrap
 * class loader loads it; it names no internal class of the JDK.
 */
package org.underbase.exalt.runtime;
