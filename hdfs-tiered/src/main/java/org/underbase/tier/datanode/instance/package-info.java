/**
 * DataNode instances of one node, one per tier: derivation of their settings from one configuration, validation before any
 * start, and start, discovery and stop of their processes. Linux only: it reads /proc.
 */
package org.underbase.tier.datanode.instance;
