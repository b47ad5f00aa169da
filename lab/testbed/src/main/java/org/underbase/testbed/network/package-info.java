/**
 * Where a cluster's nodes live: on loopback addresses of this machine, or each in a network
 * namespace with its own address, host name, shaped link and byte counters.
 */
package org.underbase.testbed.network;
