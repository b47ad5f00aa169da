/** The verb {@code combinedlog}: one class a subcommand, and what they share. */
package org.underbase.combinedlog.cli;
