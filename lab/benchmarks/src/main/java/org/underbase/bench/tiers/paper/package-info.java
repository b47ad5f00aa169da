/** Repetition of the evaluation of the hatS paper (section V) on emulated devices. */
package org.underbase.bench.tiers.paper;
