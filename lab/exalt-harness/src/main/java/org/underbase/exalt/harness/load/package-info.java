/** Code of client JVMs: threads that write Tardis data, and threads that read it and compare every byte. */
package org.underbase.exalt.harness.load;
