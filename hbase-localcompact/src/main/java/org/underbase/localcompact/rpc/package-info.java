/** Remote calls for merges between RegionServers, as a coprocessor service of HBase. */
package org.underbase.localcompact.rpc;
