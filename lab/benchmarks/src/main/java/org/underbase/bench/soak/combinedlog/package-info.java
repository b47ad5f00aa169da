/** Kills a DataNode whose hsyncs go to a journal, and cuts its power, under the load of many writers. */
package org.underbase.bench.soak.combinedlog;
