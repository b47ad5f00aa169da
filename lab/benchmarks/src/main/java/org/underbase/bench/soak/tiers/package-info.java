/** The soak {@code tiers}: daemons are killed while replicas are moved, and nothing may be lost. */
package org.underbase.bench.soak.tiers;
