/** Requests to the local files of one DataNode. */
package org.underbase.sim.request;
