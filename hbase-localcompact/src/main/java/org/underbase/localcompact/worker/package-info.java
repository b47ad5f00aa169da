/** Merges of a ticket's store files on one server, written to its own DataNode. */
package org.underbase.localcompact.worker;
