/** Configuration keys of local compaction. */
package org.underbase.localcompact.conf;
