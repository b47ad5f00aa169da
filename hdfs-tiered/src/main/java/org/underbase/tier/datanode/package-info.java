/** DataNode plug-in that announces the tier of the DataNode to every NameNode. */
package org.underbase.tier.datanode;
