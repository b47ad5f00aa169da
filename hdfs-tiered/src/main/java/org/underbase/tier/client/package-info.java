/** Client API of the tiers: {@link org.underbase.tier.client.TieredFileSystem}, the calls of hatS (Table II) for any HDFS FileSystem. */
package org.underbase.tier.client;
