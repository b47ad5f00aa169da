/**
 * Driver and measurement of operations in a closed or an open loop. An open loop measures each latency from the due time of
 * the operation, so a stall counts for every operation that it delays (no coordinated omission: Tene, "How not to measure
 * latency").
 */
package org.underbase.workload.drive;
