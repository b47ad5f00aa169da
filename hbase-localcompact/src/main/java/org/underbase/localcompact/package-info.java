/**
 * Local compaction (Harter et al., FAST '14, section 6.2): the node of each replica merges its own copies of a store's files
 * and writes its own replica of the result.
 */
package org.underbase.localcompact;
