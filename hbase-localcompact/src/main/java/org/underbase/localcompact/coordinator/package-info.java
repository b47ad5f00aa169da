/** The side of the RegionServer that owns the store: whether, where and how it is compacted locally. */
package org.underbase.localcompact.coordinator;
