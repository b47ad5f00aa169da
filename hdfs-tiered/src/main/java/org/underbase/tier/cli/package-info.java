/**
 * Command {@code tier}, as {@code hdfs tier -list} with Hadoop's scripts and as {@code underbase tier list}: one class per
 * subcommand.
 */
package org.underbase.tier.cli;
