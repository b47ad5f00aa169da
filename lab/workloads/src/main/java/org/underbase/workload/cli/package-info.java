/** The command {@code workload}: one class per subcommand, and classes for the options that several of them share. */
package org.underbase.workload.cli;
