/** What runs in the JVMs of clients: threads that write Tardis data and threads that read it and look at every byte. */
package org.underbase.exalt.harness.load;
