/**
 * An HDFS with tiers inside the JVM of a test, for the tests of this module and for those of users: published as this
 * module's test-jar.
 */
package org.underbase.tier.testing;
