/** Cluster with devices of two kinds, its open-loop load, and the model that predicts it from a trace. */
package org.underbase.bench.prediction.tiers;
