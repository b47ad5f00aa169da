/**
 * Deterministic interleaving of threads: a scenario runs once for each seed, one thread at a time, and the seed decides at each
 * lock, wait and volatile access which thread continues.
 *
 * <pre>
 * class ForgottenWhileChanged implements Scenario {
 *     public void run(Interleaving threads) throws Exception {
 *         BlockLog log = ...;                              // the classes of this module, unchanged
 *         threads.start("change", () -&gt; log.changed(...));
 *         threads.start("checkpoint", () -&gt; log.checkpointer().forgotten(...));
 *         threads.join();
 *         assertThat(...)
 *     }
 * }
 *
 * Interleaving.explore(ForgottenWhileChanged.class, seed, 500);
 * </pre>
 */
package org.underbase.combinedlog.interleave;
