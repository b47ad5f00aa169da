/**
 * Features of Underbase that a {@link org.underbase.testbed.ClusterRecipe} can add: tiers, combined log, local compaction,
 * tracer, Exalt agent. Product classes are named by string.
 */
package org.underbase.testbed.feature;
