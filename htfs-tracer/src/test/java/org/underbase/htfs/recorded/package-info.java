/** What a call leaves in the trace: which event, with which facts. */
package org.underbase.htfs.recorded;
