/** Reconciliation of the traced bytes with the DataNodes' counters. */
package org.underbase.analysis.reconcile;
