package org.underbase.bench.tiers.io;

import org.underbase.testbed.Node;
import org.underbase.testbed.NodeDisk;

/**
 * Emulated disk of a node.
 *
 * @param node its node
 * @param device its kind
 * @param disk the disk
 */
public record Drive(Node node, Device device, NodeDisk disk) {}
