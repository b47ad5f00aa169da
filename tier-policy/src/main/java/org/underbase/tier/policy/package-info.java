/**
 * Decisions of hatS (Krish et al., CCGrid '14, section III) in pure Java: the tiers of a file's replicas, the placement of new
 * replicas, the order in which readers are offered replicas, excess and misplaced replicas. The code uses no Hadoop type, clock
 * or thread; callers pass sources of randomness. The NameNode plug-in and simulators run the same code.
 */
package org.underbase.tier.policy;
