/**
 * Local compaction (Harter et al., FAST '14, section 6.2): the entry points that HBase loads. Each node that holds replicas of a
 * store's files merges its own copies and writes its own replica of the output.
 */
package org.underbase.localcompact;
