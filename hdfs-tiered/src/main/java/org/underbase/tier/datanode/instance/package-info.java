/**
 * Several DataNodes on one node, one for each tier: their settings derived from one configuration, checked before
 * anything is started, and their processes started, found and stopped. Linux only: processes are looked at in /proc.
 */
package org.underbase.tier.datanode.instance;
