/** The verb {@code underbase datanode}: the DataNodes of one node, one for each tier. */
package org.underbase.tier.cli.datanode;
