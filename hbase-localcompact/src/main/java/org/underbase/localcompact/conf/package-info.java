/** The configuration keys of local compaction. */
package org.underbase.localcompact.conf;
