/** Discrete events: transfers that share devices and links. Independent of HDFS. */
package org.underbase.sim.hats.flow;
