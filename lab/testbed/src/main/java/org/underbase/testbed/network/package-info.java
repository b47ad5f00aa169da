/**
 * Networks of clusters: loopback addresses of this machine, or a network namespace per node with an address, a host name, a
 * link with a limit, and byte counters.
 */
package org.underbase.testbed.network;
