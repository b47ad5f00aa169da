/** Order in which readers are offered replicas, and the topology that holds the registry. */
package org.underbase.tier.namenode.retrieval;
