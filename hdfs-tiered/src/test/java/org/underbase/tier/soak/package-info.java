/** Soak {@code tiers}: daemons are killed during moves between tiers, and no data may be lost. */
package org.underbase.tier.soak;
