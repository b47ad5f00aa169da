/** Small classes of ours that run inside the daemons; each is attached by configuration. */
package org.underbase.testbed.daemon;
