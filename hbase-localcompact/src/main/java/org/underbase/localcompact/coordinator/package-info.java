/** Coordination of local compactions by the RegionServer that owns the store: eligibility, placement, cost and commit. */
package org.underbase.localcompact.coordinator;
