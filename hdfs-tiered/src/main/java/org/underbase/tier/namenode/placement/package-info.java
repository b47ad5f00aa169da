/** Choice of targets for new replicas, and of excess replicas to delete. */
package org.underbase.tier.namenode.placement;
