/** What the tiers cost a NameNode: targets chosen, blocks added and located a second, with and without them. */
package org.underbase.bench.tiers.cost;
