/** The same store files compacted by stock HBase and by the nodes of their replicas, and what crossed the links. */
package org.underbase.demo.compaction;
