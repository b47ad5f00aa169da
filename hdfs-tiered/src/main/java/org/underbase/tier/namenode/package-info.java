/**
 * The NameNode plug-in. It starts the parts in the sub-packages, which depend on each other in this order: {@code rpc},
 * {@code monitor}, {@code placement}, {@code retrieval}, {@code registry}.
 */
package org.underbase.tier.namenode;
