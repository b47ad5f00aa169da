/** Bytes at each layer of the stack in closed form, with a feature and without it, from the bytes of HDFS. */
package org.underbase.sim.layer;
