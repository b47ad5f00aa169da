/** How RegionServers ask each other for merges: a service of HBase's own coprocessors. */
package org.underbase.localcompact.rpc;
