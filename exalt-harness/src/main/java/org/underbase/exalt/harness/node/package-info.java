/** What runs in the JVMs of emulated DataNodes. */
package org.underbase.exalt.harness.node;
