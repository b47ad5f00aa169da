/**
 * Facebook Messages on HBase, after Harter et al., "Analysis of HDFS Under HBase: A Facebook Messages Case Study", FAST
 * '14. {@link org.underbase.workload.messages.MessagesWorkload} is the way in.
 */
package org.underbase.workload.messages;
