/** Code of the JVMs of emulated DataNodes and RegionServers. */
package org.underbase.exalt.harness.node;
