/**
 * Drives operations against any target in a closed or an open loop and measures them. An open loop measures each
 * latency from the moment the operation was due, so a stalled target is charged for all it delayed (no coordinated
 * omission: Tene, "How not to measure latency").
 */
package org.underbase.workload.drive;
