/** Compactions of several stores under an ingest, and single compactions, on scaled-down servers and links. */
package org.underbase.bench.localcompact.pressure;
