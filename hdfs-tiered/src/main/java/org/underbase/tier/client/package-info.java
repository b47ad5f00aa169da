/**
 * The tiers for programs: {@link org.underbase.tier.client.TieredFileSystem} has the calls of hatS (Table II) and what
 * their users need beside them, for any FileSystem that is HDFS below.
 */
package org.underbase.tier.client;
