/** Command line of {@code ./underbase exalt}. */
package org.underbase.exalt.harness.cli;
