/** Command {@code underbase datanode}: the DataNodes of one node, one per tier. */
package org.underbase.tier.cli.datanode;
