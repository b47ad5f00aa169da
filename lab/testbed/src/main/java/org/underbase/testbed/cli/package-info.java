/** {@code underbase cluster}: clusters for a person at a terminal. */
package org.underbase.testbed.cli;
