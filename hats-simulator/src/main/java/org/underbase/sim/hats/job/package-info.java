/** MapReduce jobs on a simulated HDFS: the jobs of SWIM, the scheduler of tasks. */
package org.underbase.sim.hats.job;
