/**
 * The verb {@code tier}, as {@code hdfs tier -list} with stock Hadoop's scripts and as {@code underbase tier list}: one
 * class for each of its own verbs.
 */
package org.underbase.tier.cli;
