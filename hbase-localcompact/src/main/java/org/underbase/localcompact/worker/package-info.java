/** The merge of a ticket's store files on one server, into its own DataNode. */
package org.underbase.localcompact.worker;
