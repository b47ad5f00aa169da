/** Tier of each DataNode and policy of each file. Depends on no other package of the NameNode plug-in. */
package org.underbase.tier.namenode.registry;
