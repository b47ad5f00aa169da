/** Command {@code underbase cluster}: clusters for interactive use. */
package org.underbase.testbed.cli;
