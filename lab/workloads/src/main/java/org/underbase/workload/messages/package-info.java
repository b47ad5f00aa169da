/**
 * Facebook Messages workload on HBase, after Harter et al., "Analysis of HDFS Under HBase: A Facebook Messages Case Study",
 * FAST '14. The entry point is {@link org.underbase.workload.messages.MessagesWorkload}.
 */
package org.underbase.workload.messages;
