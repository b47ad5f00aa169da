/** Seeded generators and distributions whose values are the same on every JVM, machine and Java version. */
package org.underbase.workload.random;
