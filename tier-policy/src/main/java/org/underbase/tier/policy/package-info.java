/**
 * The decisions of hatS (Krish et al., CCGrid '14, section III) as pure Java: which tiers a file's replicas belong to,
 * where the next replica of a block goes, in which order a reader is offered replicas, which replica is given up and
 * which is in the wrong place. No Hadoop type, no clock, no thread; every random is handed in. The NameNode plug-in and
 * simulations run this same code.
 */
package org.underbase.tier.policy;
