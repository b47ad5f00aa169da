/**
 * A user's mailbox without HBase: what its messages say, what its state is, which cells hold it, and which operations
 * its users do. Everything here follows from a seed.
 */
package org.underbase.workload.messages.mailbox;
