/** Background work on the active NameNode: scans, moves of misplaced replicas, demotion and promotion. */
package org.underbase.tier.namenode.monitor;
