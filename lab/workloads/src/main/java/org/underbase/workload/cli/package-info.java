/** The verb {@code workload}: one class for each verb below it, options that several share in classes of their own. */
package org.underbase.workload.cli;
