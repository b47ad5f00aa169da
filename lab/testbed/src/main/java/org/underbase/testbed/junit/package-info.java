/** Clusters in JUnit 5 tests. */
package org.underbase.testbed.junit;
