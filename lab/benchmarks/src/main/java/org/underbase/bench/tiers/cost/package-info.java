/** Cost of tiers for a NameNode: rates of choosing targets, adding blocks and locating blocks, with tiers and stock. */
package org.underbase.bench.tiers.cost;
