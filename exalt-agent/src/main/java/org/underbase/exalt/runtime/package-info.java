/**
 * What runs inside {@code java.base} once the agent has woven it in: open files, their inodes, which paths are compressed. Loaded by the
 * bootstrap class loader; names no class of the JDK's inside.
 */
package org.underbase.exalt.runtime;
