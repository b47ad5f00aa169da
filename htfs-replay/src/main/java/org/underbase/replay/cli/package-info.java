/** The command {@code underbase trace replay}. */
package org.underbase.replay.cli;
