/** Measurements of a cluster, its clients and the machine, per second. */
package org.underbase.exalt.harness.measure;
