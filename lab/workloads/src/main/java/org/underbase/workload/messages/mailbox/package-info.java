/**
 * Model of a user's mailbox without HBase: messages, state, cells and operations. All of it is determined by a seed.
 */
package org.underbase.workload.messages.mailbox;
