/** Start and settings of daemons of YARN and MapReduce; their jars are dependencies of the modules that start them. */
package org.underbase.testbed.yarn;
