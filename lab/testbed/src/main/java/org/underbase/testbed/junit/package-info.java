/** JUnit 5 extension that starts clusters. */
package org.underbase.testbed.junit;
