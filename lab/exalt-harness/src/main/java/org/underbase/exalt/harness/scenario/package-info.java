/** Named questions about scale: a baseline and a change of it, both measured in the same run. */
package org.underbase.exalt.harness.scenario;
