/** Command {@code combinedlog}: one class per subcommand, and their shared options. */
package org.underbase.combinedlog.cli;
