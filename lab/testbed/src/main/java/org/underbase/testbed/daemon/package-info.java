/** Classes of the testbed that daemons load because their configuration names them. */
package org.underbase.testbed.daemon;
