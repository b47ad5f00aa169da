/** Commands of {@code underbase trace}, one class per command. */
package org.underbase.htfs.cli;
